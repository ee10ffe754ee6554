// opt-plugin.cpp -- lateroot-opt.so: the passes and pipelines of this library inside opt and clang.
//
// The one C++ file, for LLVM's pass manager has no C interface for the passes of others.  It only translates: a class for each row
// of passes.def, trouble into LLVM's diagnostics, what a pass has changed into preserved analyses.  It is not linked with LLVM but
// finds it in the program that loads it, so that there are never two in one process.
#include <cstdio>
#include <memory>
#include <string>

#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#if LLVM_VERSION_MAJOR >= 22
#include <llvm/Plugins/PassPlugin.h>
#else
#include <llvm/Passes/PassPlugin.h>
#endif
#include <llvm/Transforms/Scalar/LoopPassManager.h>

#include "plugin.h"

using namespace llvm;

namespace {

#define PASS(name, entry, kind, required, params, description) +1
using AllPasses = std::make_index_sequence<0
#include "passes.def"
	>;

struct Complaint : DiagnosticInfo {
	const lr_diagnostic &D;

	Complaint(const lr_diagnostic &Of, DiagnosticSeverity S) : DiagnosticInfo(getNextAvailablePluginDiagnosticKind(), S), D(Of) {}
	void print(DiagnosticPrinter &P) const override
	{
		char Line[4096];
		plugin_describe(&D, Line, sizeof Line);
		P << Line;
	}
};

// What the passes made through one PassBuilder share.
struct Host {
	lr_context *Context;
	Module *Where = nullptr; // that a pass runs on
	bool Adopts = false;     // for C in the dialect, inside a compiler's own pipeline

	Host()
	{
		lr_options O = {};
		O.struct_size = sizeof O;
		O.diagnose = complain;
		O.user = this;
		Context = lr_context_new(&O);
		if (Context && lr_context_args_from_env(Context) != LR_OK)
			lr_clear_error(Context); // complained of; the code is compiled nevertheless
	}
	~Host()
	{
		if (Context)
			plugin_finish(Context);
		lr_context_free(Context);
	}
	Host(const Host &) = delete;
	Host &operator=(const Host &) = delete;

	static void complain(void *User, const lr_diagnostic *D)
	{
		const Host *H = static_cast<Host *>(User);
		const DiagnosticSeverity S = D->severity == LR_ERROR ? DS_Error : D->severity == LR_WARNING ? DS_Warning : DS_Note;
		if (!H->Where && H->Adopts) // the options, which the other host reads, too
			return;
		if (!H->Where) // options or a pipeline are being read
			std::fprintf(stderr, "lateroot-opt: %s\n", D->message);
		else if (Function *F = H->Adopts && D->function ? H->Where->getFunction(D->function) : nullptr) {
			// the kind for which clang finds the place in the source, without debug information that of the function
			DISubprogram *SP = D->line ? F->getSubprogram() : nullptr;
			DebugLoc L = SP ? DebugLoc(DILocation::get(F->getContext(), D->line, D->column, SP)) : DebugLoc();
			F->getContext().diagnose(DiagnosticInfoUnsupported(*F, D->message, L, S));
		} else
			H->Where->getContext().diagnose(Complaint(*D, S));
	}
	template <typename Kind> static void tell(const lr_remark *R)
	{
		const auto *I = dyn_cast<Instruction>(unwrap(R->at));
		const Function *F = I ? I->getFunction() : cast<Function>(unwrap(R->at));
		const bool Placed = I && I->getDebugLoc();
		Kind Remark("lateroot", R->name, Placed ? DiagnosticLocation(I->getDebugLoc()) : DiagnosticLocation(F->getSubprogram()),
			I ? I->getParent() : &F->getEntryBlock());
		for (size_t A = 0; A < R->nargs; A++)
			Remark.insert(DiagnosticInfoOptimizationBase::Argument(StringRef(R->args[A].key), StringRef(R->args[A].value)));
		F->getContext().diagnose(Remark);
	}
	static void remark(void *, const lr_remark *R)
	{
		R->kind == LR_REMARK_PASSED ? tell<OptimizationRemark>(R) : R->kind == LR_REMARK_MISSED ? tell<OptimizationRemarkMissed>(R) : tell<OptimizationRemarkAnalysis>(R);
	}
};
using HostRef = std::shared_ptr<Host>;

template <size_t Row> struct Pass {
	HostRef H;
	std::string Params;
	bool Adopts; // runs only on C in the dialect; other modules are left alone

	static StringRef name() { return plugin_name(Row); }
	static bool isRequired() { return plugin_required(Row); }
	void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) const
	{
		OS << name() << (Params.empty() ? "" : "<") << Params << (Params.empty() ? "" : ">");
	}
	PreservedAnalyses run(Module &M, Function *F) const
	{
		if (Adopts && !plugin_adopts(wrap(&M)))
			return PreservedAnalyses::all();
		H->Where = &M;
		H->Adopts = Adopts;
		LLVMContext &C = M.getContext();
		plugin_remarks(H->Context, C.getLLVMRemarkStreamer() || C.getDiagHandlerPtr()->isAnyRemarkEnabled("lateroot") ? Host::remark : nullptr);
		int Changed = plugin_run(H->Context, Row, wrap(&M), wrap(F), Params.empty() ? nullptr : Params.c_str());
		H->Where = nullptr;
		if (Adopts && !F && plugin_gives_up(H->Context, wrap(&M)))
			Changed = PLUGIN_CHANGED_CFG;
		PreservedAnalyses PA = Changed == PLUGIN_UNCHANGED ? PreservedAnalyses::all() : PreservedAnalyses::none();
		if (Changed == PLUGIN_CHANGED_IR)
			PA.preserveSet<CFGAnalyses>();
		return PA;
	}
	PreservedAnalyses run(Module &M, ModuleAnalysisManager &) const { return run(M, nullptr); }
	PreservedAnalyses run(Function &F, FunctionAnalysisManager &) const { return run(*F.getParent(), &F); }
	// Only markers stand in loops.
	PreservedAnalyses run(Loop &, LoopAnalysisManager &, LoopStandardAnalysisResults &, LPMUpdater &) const
	{
		return PreservedAnalyses::all();
	}
};

template <typename Manager, size_t... Row>
bool add(Manager &PM, unsigned Place, const HostRef &H, StringRef Text, bool Adopts, std::index_sequence<Row...>)
{
	const char *Params;
	size_t Bytes;
	const int Found = plugin_find(Text.data(), Text.size(), Place, &Params, &Bytes);

	return ((Found == int(Row) && (PM.addPass(Pass<Row>{H, std::string(Params ? Params : "", Bytes), Adopts}), true)) || ...);
}

// A whole pipeline stands for a text, which PassBuilder reads like any other.
bool addWhole(PassBuilder &PB, ModulePassManager &PM, lr_context *Context, StringRef Text)
{
	size_t Size = 0;
	char *Expanded = plugin_expand(Context, Text.data(), Text.size(), &Size);

	if (!Expanded)
		return false;
	Error E = PB.parsePassPipeline(PM, Expanded);
	lr_free_bytes(Context, Expanded, Size);
	if (!E)
		return true;
	std::fprintf(stderr, "lateroot-opt: %s\n", toString(std::move(E)).c_str());
	return false;
}

template <size_t... Row> void addNames(PassInstrumentationCallbacks &PIC, std::index_sequence<Row...>)
{
	(PIC.addClassToPassName(plugin_name(Row), plugin_name(Row)), ...);
}

// Each pass where it belongs, in the order of the text, which nests nothing but function(...).
void addC(ModulePassManager &PM, const HostRef &H, StringRef Text)
{
	while (!Text.empty()) {
		auto [Name, Rest] = Text.split(',');
		Text = Rest;
		Name.consume_front("function(");
		Name.consume_back(")");
		if (!add(PM, PLUGIN_MODULE, H, Name, true, AllPasses())) {
			FunctionPassManager FPM;
			add(FPM, PLUGIN_FUNCTION, H, Name, true, AllPasses());
			PM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
		}
	}
}

void registerAll(PassBuilder &PB)
{
	using Elements = ArrayRef<PassBuilder::PipelineElement>;
	HostRef H = std::make_shared<Host>();

	if (!H->Context)
		return;
	if (PassInstrumentationCallbacks *PIC = PB.getPassInstrumentationCallbacks())
		addNames(*PIC, AllPasses());
	PB.registerPipelineParsingCallback([H, &PB](StringRef Name, ModulePassManager &PM, Elements Inner) {
		return Inner.empty() && (add(PM, PLUGIN_MODULE, H, Name, false, AllPasses()) || addWhole(PB, PM, H->Context, Name));
	});
	PB.registerPipelineParsingCallback([H](StringRef Name, FunctionPassManager &PM, Elements Inner) {
		return Inner.empty() && add(PM, PLUGIN_FUNCTION, H, Name, false, AllPasses());
	});
	PB.registerPipelineParsingCallback([H](StringRef Name, LoopPassManager &PM, Elements Inner) {
		return Inner.empty() && add(PM, PLUGIN_LOOP, H, Name, false, AllPasses());
	});
	PB.registerPipelineStartEPCallback([H](ModulePassManager &PM, auto...) { addC(PM, H, plugin_c(PLUGIN_C_START)); });
	PB.registerOptimizerLastEPCallback([H](ModulePassManager &PM, OptimizationLevel Level, auto...) {
		addC(PM, H, plugin_c(Level == OptimizationLevel::O0 ? PLUGIN_C_END_O0 : PLUGIN_C_END));
	});
}

} // namespace

#pragma weak LLVMGetVersion // LLVM before 16 has none

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo()
{
	PassPluginLibraryInfo Info = {};
	unsigned Major = 0;

	if (LLVMGetVersion)
		LLVMGetVersion(&Major, nullptr, nullptr);
	Info.PluginName = "lateroot";
	Info.PluginVersion = LATEROOT_VERSION;
	Info.APIVersion = Major == LLVM_VERSION_MAJOR ? LLVM_PLUGIN_API_VERSION : 0; // which nobody supports
	Info.RegisterPassBuilderCallbacks = registerAll;
	if (Major != LLVM_VERSION_MAJOR)
		std::fprintf(stderr, "lateroot-opt: made for LLVM %d, but loaded into LLVM %s\n", LLVM_VERSION_MAJOR,
			Major ? std::to_string(Major).c_str() : "15 or older");
	return Info;
}

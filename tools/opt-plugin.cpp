/* SPDX-License-Identifier: MIT */
// opt-plugin.cpp -- lateroot-opt.so: the passes and pipelines of this library inside opt and clang.
//
// With opt-loop.h the only C++, because LLVM's pass manager has no C interface for foreign passes.  It only translates:
// rows of passes.def into classes, errors and remarks into diagnostics, changes of a pass into preserved analyses.
// opt-host.c does the rest.  The plug-in uses the LLVM of the program that loads it: no process has two LLVMs.
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#if LLVM_VERSION_MAJOR >= 22
#include <llvm/Plugins/PassPlugin.h>
#else
#include <llvm/Passes/PassPlugin.h>
#endif

#include "opt-loop.h"

using namespace llvm;

namespace {

// clang -Xclang -load -Xclang lateroot-opt.so -mllvm -lateroot='-abi=shadow-stack -reload'.  Another LLVM's options may
// have another layout.
auto *const Options = host_fits()
	? new cl::opt<std::string>("lateroot", cl::desc("options of lateroot-opt.so, as in LATEROOT_ARGS")) : nullptr;
using AllPasses = std::make_index_sequence<HOST_PASSES>;
using Host = std::shared_ptr<host>; // the state that the passes made through one PassBuilder share

// LLVM's own class is not used: another LLVM may lack its table of virtual functions, and loading would fail silently.
struct Complaint : DiagnosticInfo {
	const char *Message;
	Complaint(const char *Says, DiagnosticSeverity S)
		: DiagnosticInfo(getNextAvailablePluginDiagnosticKind(), S), Message(Says)
	{
	}
	void print(DiagnosticPrinter &P) const override { P << Message; }
};

void complain(const lr_diagnostic *D, LLVMModuleRef In, LLVMValueRef Of, LLVMValueRef At)
{
	const DiagnosticSeverity S = D->severity == LR_ERROR ? DS_Error
		: D->severity == LR_WARNING ? DS_Warning
		: DS_Note;
	if (!Of)
		return unwrap(In)->getContext().diagnose(Complaint(D->message, S));
	// The kind for which clang shows the place in the source; without a line it shows that of the function.
	Function &F = *cast<Function>(unwrap(Of));
	const auto *I = dyn_cast_or_null<Instruction>(unwrap(At));
	// The instruction's own location has the file of inlined code.
	const DebugLoc L = !D->line ? DebugLoc() : I && I->getDebugLoc() ? I->getDebugLoc()
		: DebugLoc(DILocation::get(F.getContext(), D->line, 0, F.getSubprogram()));
	F.getContext().diagnose(DiagnosticInfoUnsupported(F, D->message, L, S));
}

template <typename Kind> void tell(const lr_remark *R)
{
	const auto *I = dyn_cast<Instruction>(unwrap(R->at));
	const Function *F = I ? I->getFunction() : cast<Function>(unwrap(R->at));
	Kind Remark("lateroot", R->name,
		I && I->getDebugLoc() ? DiagnosticLocation(I->getDebugLoc()) : DiagnosticLocation(F->getSubprogram()),
		I ? I->getParent() : &F->getEntryBlock());
	for (size_t A = 0; A < R->nargs; A++)
		Remark.insert(DiagnosticInfoOptimizationBase::Argument(StringRef(R->args[A].key),
			StringRef(R->args[A].value)));
	F->getContext().diagnose(Remark);
}

void remark(void *, const lr_remark *R)
{
	R->kind == LR_REMARK_PASSED ? tell<OptimizationRemark>(R)
		: R->kind == LR_REMARK_MISSED ? tell<OptimizationRemarkMissed>(R)
		: tell<OptimizationRemarkAnalysis>(R);
}

template <size_t Row> struct Pass {
	Host H;
	std::string Params;
	bool Adopts; // runs only on C in the dialect; other modules stay unchanged

	static StringRef name() { return plugin_name(Row); }
	static bool isRequired() { return plugin_required(Row); }
	void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) const
	{
		OS << name() << (Params.empty() ? "" : "<" + Params + ">");
	}
	int runHost(Module &M, Function *F, const loop_given *L) const
	{
		LLVMContext &C = M.getContext();
		const bool R = C.getLLVMRemarkStreamer() || C.getDiagHandlerPtr()->isAnyRemarkEnabled("lateroot");
		return host_run(H.get(), Row, wrap(&M), wrap(F), L, Params.c_str(), Adopts, R ? remark : nullptr);
	}
	PreservedAnalyses run(Module &M, Function *F) const
	{
		const int Changed = runHost(M, F, nullptr);
		PreservedAnalyses PA = Changed == PLUGIN_UNCHANGED ? PreservedAnalyses::all()
			: PreservedAnalyses::none();
		if (Changed == PLUGIN_CHANGED_IR)
			PA.preserveSet<CFGAnalyses>();
		return PA;
	}
	PreservedAnalyses run(Module &M, ModuleAnalysisManager &) const { return run(M, nullptr); }
	PreservedAnalyses run(Function &F, FunctionAnalysisManager &) const { return run(*F.getParent(), &F); }
	PreservedAnalyses run(Loop &L, LoopAnalysisManager &, LoopStandardAnalysisResults &AR, LPMUpdater &) const
	{
		Function *F = L.getHeader()->getParent();
		return !plugin_works_on_loops(Row) ? PreservedAnalyses::all()
			: runOnLoop(L, AR, [&](const loop_given *G) { return runHost(*F->getParent(), F, G); });
	}
};

template <typename Manager, size_t... Row>
bool add(Manager &PM, unsigned Place, const Host &H, StringRef Text, bool Adopts, std::index_sequence<Row...>)
{
	const char *Params;
	size_t Bytes;
	const int Found = plugin_find(Text.data(), Text.size(), Place, &Params, &Bytes);
	return ((Found == int(Row)
			&& (PM.addPass(Pass<Row>{ H, std::string(Params ? Params : "", Bytes), Adopts }), true))
		|| ...);
}

// A whole pipeline is expanded to a text, which PassBuilder parses like any other.
bool addWhole(PassBuilder &PB, ModulePassManager &PM, const Host &H, StringRef Text)
{
	const char *Expanded = host_expand(H.get(), Text.data(), Text.size());
	Error E = Expanded ? PB.parsePassPipeline(PM, Expanded) : Error::success();

	return E ? (host_say(toString(std::move(E)).c_str()), false) : Expanded != nullptr;
}

void addC(ModulePassManager &PM, const Host &H, plugin_c_part Part)
{
	for (size_t I = 0, Bytes; const char *Name = host_c(H.get(), Part, I, &Bytes); I++) {
		FunctionPassManager FPM;
		const StringRef Text(Name, Bytes);
		if (!add(PM, PLUGIN_MODULE, H, Text, true, AllPasses())
			&& add(FPM, PLUGIN_FUNCTION, H, Text, true, AllPasses()))
			PM.addPass(createModuleToFunctionPassAdaptor(std::move(FPM)));
	}
}

// Reports foreign passes to opt-host.c.
void listen(PassInstrumentationCallbacks &PIC, const Host &H)
{
	PIC.registerBeforeNonSkippedPassCallback([H](StringRef Name, Any) {
		host_pass_begins(H.get(), Name.data(), Name.size());
	});
	PIC.registerAfterPassCallback([H](StringRef Name, Any, const PreservedAnalyses &PA) {
		host_pass_ends(H.get(), Name.data(), Name.size(), !PA.areAllPreserved());
	});
	PIC.registerAfterPassInvalidatedCallback([H](StringRef Name, const PreservedAnalyses &PA) {
		host_pass_ends(H.get(), Name.data(), Name.size(), !PA.areAllPreserved());
	});
}

void registerAll(PassBuilder &PB)
{
	using Elements = ArrayRef<PassBuilder::PipelineElement>;
	Host H(host_new(complain), host_free);
	if (!H)
		return;
	if (!Options->empty())
		host_options(H.get(), Options->c_str());
	PassInstrumentationCallbacks *PIC = PB.getPassInstrumentationCallbacks();
	for (size_t Row = 0; PIC && Row < HOST_PASSES; Row++)
		PIC->addClassToPassName(plugin_name(Row), plugin_name(Row));
	if (PIC)
		listen(*PIC, H);
	PB.registerPipelineParsingCallback([H, &PB](StringRef Name, ModulePassManager &PM, Elements Inner) {
		return Inner.empty()
			&& (add(PM, PLUGIN_MODULE, H, Name, false, AllPasses()) || addWhole(PB, PM, H, Name));
	});
	PB.registerPipelineParsingCallback([H](StringRef Name, FunctionPassManager &PM, Elements Inner) {
		return Inner.empty() && add(PM, PLUGIN_FUNCTION, H, Name, false, AllPasses());
	});
	PB.registerPipelineParsingCallback([H](StringRef Name, LoopPassManager &PM, Elements Inner) {
		return Inner.empty() && add(PM, PLUGIN_LOOP, H, Name, false, AllPasses());
	});
	PB.registerPipelineStartEPCallback([H](ModulePassManager &PM, auto...) { addC(PM, H, PLUGIN_C_START); });
	// Behind the inliner's work on the function, and before callers get it.
	PB.registerScalarOptimizerLateEPCallback([H](FunctionPassManager &PM, auto...) {
		for (size_t I = 0, Bytes; const char *Name = host_c(H.get(), PLUGIN_C_SCALAR, I, &Bytes); I++)
			add(PM, PLUGIN_FUNCTION, H, StringRef(Name, Bytes), true, AllPasses());
	});
	PB.registerOptimizerLastEPCallback([H](ModulePassManager &PM, OptimizationLevel Level, auto...) {
		addC(PM, H, Level == OptimizationLevel::O0 ? PLUGIN_C_END_O0 : PLUGIN_C_END);
	});
}

} // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo()
{
	const uint32_t Version = host_fits() ? LLVM_PLUGIN_API_VERSION : 0; // 0: no program supports it
	return {Version, "lateroot", LATEROOT_VERSION, registerAll};
}

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
	LLVMContext *Where = nullptr; // of the module that a pass runs on

	Host()
	{
		lr_options O = {};
		O.struct_size = sizeof O;
		O.diagnose = complain;
		O.user = this;
		Context = lr_context_new(&O);
	}
	~Host() { lr_context_free(Context); }
	Host(const Host &) = delete;
	Host &operator=(const Host &) = delete;

	static void complain(void *User, const lr_diagnostic *D)
	{
		if (LLVMContext *C = static_cast<Host *>(User)->Where)
			C->diagnose(Complaint(*D, D->severity == LR_ERROR ? DS_Error : D->severity == LR_WARNING ? DS_Warning : DS_Note));
		else // a pipeline is being read
			std::fprintf(stderr, "lateroot-opt: %s\n", D->message);
	}
};
using HostRef = std::shared_ptr<Host>;

template <size_t Row> struct Pass {
	HostRef H;
	std::string Params;

	static StringRef name() { return plugin_name(Row); }
	static bool isRequired() { return plugin_required(Row); }
	void printPipeline(raw_ostream &OS, function_ref<StringRef(StringRef)>) const
	{
		OS << name() << (Params.empty() ? "" : "<") << Params << (Params.empty() ? "" : ">");
	}
	PreservedAnalyses run(Module &M, Function *F) const
	{
		H->Where = &M.getContext();
		int Changed = plugin_run(H->Context, Row, wrap(&M), wrap(F), Params.empty() ? nullptr : Params.c_str());
		H->Where = nullptr;
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
bool add(Manager &PM, unsigned Place, const HostRef &H, StringRef Text, std::index_sequence<Row...>)
{
	const char *Params;
	size_t Bytes;
	const int Found = plugin_find(Text.data(), Text.size(), Place, &Params, &Bytes);

	return ((Found == int(Row) && (PM.addPass(Pass<Row>{H, std::string(Params ? Params : "", Bytes)}), true)) || ...);
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
	if (E)
		std::fprintf(stderr, "lateroot-opt: %s\n", toString(std::move(E)).c_str());
	return !E;
}

template <size_t... Row> void addNames(PassInstrumentationCallbacks &PIC, std::index_sequence<Row...>)
{
	(PIC.addClassToPassName(plugin_name(Row), plugin_name(Row)), ...);
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
		return Inner.empty() && (add(PM, PLUGIN_MODULE, H, Name, AllPasses()) || addWhole(PB, PM, H->Context, Name));
	});
	PB.registerPipelineParsingCallback([H](StringRef Name, FunctionPassManager &PM, Elements Inner) {
		return Inner.empty() && add(PM, PLUGIN_FUNCTION, H, Name, AllPasses());
	});
	PB.registerPipelineParsingCallback([H](StringRef Name, LoopPassManager &PM, Elements Inner) {
		return Inner.empty() && add(PM, PLUGIN_LOOP, H, Name, AllPasses());
	});
}

} // namespace

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo()
{
	PassPluginLibraryInfo Info = {};
	unsigned Major = 0;

	LLVMGetVersion(&Major, nullptr, nullptr);
	Info.PluginName = "lateroot";
	Info.PluginVersion = LATEROOT_VERSION;
	Info.APIVersion = Major == LLVM_VERSION_MAJOR ? LLVM_PLUGIN_API_VERSION : 0; // which nobody supports
	Info.RegisterPassBuilderCallbacks = registerAll;
	if (Major != LLVM_VERSION_MAJOR)
		std::fprintf(stderr, "lateroot-opt: made for LLVM %d, but loaded into LLVM %u\n", LLVM_VERSION_MAJOR, Major);
	return Info;
}

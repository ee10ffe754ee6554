/* SPDX-License-Identifier: MIT */
// opt-loop.h -- runs a loop pass of this library on one loop for a loop pass manager of opt or clang; in C++, for
// opt-plugin.cpp.
#ifndef LR_OPT_LOOP_H
#define LR_OPT_LOOP_H

#include <optional>

#include <llvm/Analysis/MemorySSAUpdater.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>

#include "opt-host.h"

namespace {

using namespace llvm;

// Repeats the changes of a loop pass in the analyses that all passes over loops keep.
class Replay {
	LoopStandardAnalysisResults &AR;
	std::optional<MemorySSAUpdater> Updater;

	MemoryUseOrDef *accessBehind(Instruction &I) const
	{
		for (Instruction *At = I.getNextNode(); At; At = At->getNextNode())
			if (MemoryUseOrDef *A = AR.MSSA->getMemoryAccess(At))
				return A;
		return nullptr;
	}

public:
	explicit Replay(LoopStandardAnalysisResults &R) : AR(R)
	{
		if (AR.MSSA)
			Updater.emplace(AR.MSSA);
	}
	static void moved(void *User, LLVMValueRef V)
	{
		auto &R = *static_cast<Replay *>(User);
		auto &I = *cast<Instruction>(unwrap(V));
		if (MemoryUseOrDef *A = R.Updater ? R.AR.MSSA->getMemoryAccess(&I) : nullptr)
			R.Updater->moveToPlace(A, I.getParent(), MemorySSA::BeforeTerminator);
		R.AR.SE.forgetBlockAndLoopDispositions(&I);
	}
	static void created(void *User, LLVMValueRef V)
	{
		auto &R = *static_cast<Replay *>(User);
		auto &I = *cast<Instruction>(unwrap(V));
		if (!R.Updater || !I.mayReadOrWriteMemory())
			return;
		MemoryUseOrDef *Behind = R.accessBehind(I);
		MemoryAccess *A = Behind ? R.Updater->createMemoryAccessBefore(&I, nullptr, Behind)
			: R.Updater->createMemoryAccessInBB(&I, nullptr, I.getParent(), MemorySSA::End);
		if (auto *Def = dyn_cast_or_null<MemoryDef>(A))
			R.Updater->insertDef(Def, true);
		else if (auto *Use = dyn_cast_or_null<MemoryUse>(A))
			R.Updater->insertUse(Use, true);
	}
	static void erases(void *User, LLVMValueRef V)
	{
		auto &R = *static_cast<Replay *>(User);
		auto &I = *cast<Instruction>(unwrap(V));
		if (R.Updater)
			R.Updater->removeMemoryAccess(&I);
		R.AR.SE.forgetValue(&I);
	}
};

// `Run` runs the pass and returns what it has changed.
template <typename Runner> PreservedAnalyses runOnLoop(Loop &L, LoopStandardAnalysisResults &AR, const Runner &Run)
{
	SmallVector<LLVMBasicBlockRef, 16> Blocks;
	Replay R(AR);

	for (BasicBlock *B : L.blocks())
		Blocks.push_back(wrap(B));
	const loop_given Given = { wrap(L.getHeader()), Blocks.data(), Blocks.size(), Replay::moved, Replay::created,
		Replay::erases, &R };
	if (Run(&Given) == PLUGIN_UNCHANGED)
		return PreservedAnalyses::all();
	PreservedAnalyses PA = getLoopPassPreservedAnalyses();
	if (AR.MSSA)
		PA.preserve<MemorySSAAnalysis>();
	return PA;
}

} // namespace
#endif

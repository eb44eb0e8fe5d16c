// The passes and their order. Cleanup runs first, so that the analyses have less code to consider, and again after
// constants have been found in memory, because they decide branches. Checks of locks that the program cannot overwrite,
// or that it cannot use after their destruction, and of the mutexes of waits are removed before that. What the program
// leaves undefined or to its environment, as far as points-to analysis is needed to see it, is added next. Local
// accesses are marked before large blocks are built, because lines end at visible operations. The last cleanup removes
// assignments that large blocks have made redundant.
#include "transform/prepare.hpp"

#include "analysis/escape.hpp"
#include "support/assertions.hpp"
#include "transform/address_checks.hpp"
#include "transform/cleanup.hpp"
#include "transform/condition_mutexes.hpp"
#include "transform/constant_memory.hpp"
#include "transform/destroyed_locks.hpp"
#include "transform/handle_comparisons.hpp"
#include "transform/input_loops.hpp"
#include "transform/jumps.hpp"
#include "transform/large_block.hpp"
#include "transform/local_blocks.hpp"
#include "transform/lock_copies.hpp"
#include "transform/outside_values.hpp"
#include "transform/overwritten_locks.hpp"
#include "transform/rest_points.hpp"

namespace heddle::transform {

namespace {

void expectValid(const program::Program &program) {
  HEDDLE_ASSERT_EXPENSIVE(!program::validate(program) && "a pass has broken the program");
}

} // namespace

void prepare(program::Program &program, const PrepareOptions &options) {
  expectValid(program);
  const bool usesNumbers = program.ordersAddresses;
  if (usesNumbers)
    checkAddresses(program); // before comparisons of addresses in constant memory are folded
  if (options.cleanUp) {
    if (options.largeBlocks)
      removeJumps(program);
    // Constants make code unreachable, which may remove the last write to other memory.
    cleanUp(program);
    if (options.largeBlocks)
      removeJumps(program);
    bool isChanged = removeNeedlessLockChecks(program);
    isChanged = removeNeedlessDestructionChecks(program) || isChanged;
    isChanged = removeNeedlessBindingChecks(program) || isChanged;
    while (foldConstantMemory(program) || isChanged) {
      cleanUp(program);
      if (options.largeBlocks)
        removeJumps(program);
      isChanged = false;
    }
    expectValid(program);
  } else {
    removeNeedlessLockChecks(program);
    removeNeedlessDestructionChecks(program);
    removeNeedlessBindingChecks(program);
  }
  readOutsideValues(program);
  checkLockCopies(program);
  warnOfHandleComparisons(program);
  if (!usesNumbers)
    checkAddresses(program); // later, when the program is smaller
  expectValid(program);
  if (options.markLocalAccesses) {
    analysis::markLocalAccesses(program);
    dissolveLocalBlocks(program);
    expectValid(program);
  }
  markInputsInLoops(program);
  if (options.largeBlocks) {
    mergeLargeBlocks(program);
    expectValid(program);
  }
  if (options.cleanUp && options.largeBlocks) {
    cleanUp(program);
    expectValid(program);
  }
  alignRestPoints(program);
  expectValid(program);
}

} // namespace heddle::transform

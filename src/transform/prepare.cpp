// The passes and their order. Cleaning comes first because the analyses see less code then, and again when
// constants have been found in memory, because they decide branches. Local accesses come before large
// blocks because lines end at visible operations. The last cleaning is for the assignments that lines leave
// behind and nobody reads any more.
#include "transform/prepare.hpp"

#include "analysis/escape.hpp"
#include "support/assertions.hpp"
#include "transform/cleanup.hpp"
#include "transform/constant_memory.hpp"
#include "transform/input_loops.hpp"
#include "transform/large_block.hpp"
#include "transform/local_blocks.hpp"
#include "transform/rest_points.hpp"

namespace heddle::transform {

namespace {

void expectValid(const program::Program &program) {
  HEDDLE_ASSERT_EXPENSIVE(!program::validate(program) && "a pass has broken the program");
}

} // namespace

void prepare(program::Program &program, const PrepareOptions &options) {
  expectValid(program);
  if (options.cleanUp) {
    // Constants make code unreachable, and with it the last write to other memory may go.
    cleanUp(program);
    while (foldConstantMemory(program))
      cleanUp(program);
    expectValid(program);
  }
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

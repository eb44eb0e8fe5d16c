// The rules of merging, and why a merged action means what its parts meant.
//
// An action is atomic, and is enabled if all its Guards hold; its parts, one after the other, may be
// interleaved with other threads in between and block in between. So for each way in which the whole
// could differ from the parts there is a rule:
//
//  - Scheduling points. Outside of atomic blocks a line has at most one visible operation, and nothing
//    before it but computation that leaves no trace (it is *pure*). Then the local operations of the line
//    commute with all other threads, and the line is one step. Within one atomic block (every location
//    since the first visible operation is atomic, or the line starts and stays inside) there may be any
//    number. A line that starts inside a block and leaves it takes no more visible operations: a
//    thread does not rest where the line starts, so it would miss the scheduling point behind the block.
//  - Effects before Guards. A Guard (or a Join, which blocks too) may not follow an effect: a disabled
//    action leaves no trace. Inputs, and Loads of bytes that may be uninitialised, are such effects: what is
//    chosen must be the same for all alternatives. So are Checks and Assumes: their failure is a trace.
//  - Blocking. If the part behind a location may block there for good or for a while (the location is not
//    *total*), then the parts before it would be evaluated again when it is enabled at last. That is
//    the same only if their outcome cannot change meanwhile: if they are pure. A Load is pure if
//    it is local (nobody changes the value), surely valid and surely initialised. Where alternatives are
//    total, one of them is enabled whatever was loaded, and the line never waits.
//  - Failure. A thread that fails an assumption inside a block takes the whole execution with it, outside
//    only itself. So a line must tell which it is: behind an AtomicBegin, or on a line that starts at an
//    atomic location, what can fail is inside. A line that takes in a block without AtomicBegin (one that
//    begins with a wait, a read-modify-write) gets one, and a line that has left a block takes
//    nothing more that can fail, just assignments and the thread's end. Nor does a line with a visible
//    Store, Free, Spawn or Join outside of blocks: others may see that effect, and would not if a failure
//    behind it in the same action undid it.
#include "transform/line.hpp"

#include <algorithm>

namespace heddle::transform {

using namespace program;

namespace {

template <typename... Kinds> bool isOneOf(const Operation &operation) {
  return (std::holds_alternative<Kinds>(operation) || ...);
}

bool isBlocking(const Operation &operation) { return isOneOf<Guard, Join>(operation); }

} // namespace

bool Line::permits(const Operation &operation, bool inBlock) const {
  if (isVisible(operation))
    return inBlock || (firstVisible_ == none && !startsAtomic_ && pure_);
  if ((closed_ || entered_) && !inBlock)
    return isOneOf<Assign, Sync, EndThread>(operation);
  return true;
}

bool Line::accepts(const Action &next, Passage via) const {
  const bool inBlock = inBlock_ && via.atomic;
  for (const Instruction &instruction : next.instructions) {
    const Operation &operation = instruction.operation;
    if (isBlocking(operation) && (hasEffect_ || (!pure_ && !via.total)))
      return false;
    if (!permits(operation, inBlock))
      return false;
  }
  return true;
}

void Line::append(const Action &next) {
  for (const Instruction &instruction : next.instructions) {
    note(instruction.operation);
    instructions_.push_back(instruction);
  }
}

void Line::append(const Action &next, Passage via) {
  inBlock_ = inBlock_ && via.atomic;
  if (via.atomic)
    markBlock();
  append(next);
}

void Line::markBlock() {
  entered_ = true;
  if (startsAtomic_ || hasBegin_)
    return;
  hasBegin_ = true;
  const std::size_t index = std::min(firstVisible_, instructions_.size());
  const SourceSpan span = index < instructions_.size() ? instructions_[index].span : SourceSpan{};
  instructions_.insert(instructions_.begin() + static_cast<std::ptrdiff_t>(index), {AtomicBegin{}, span});
  firstVisible_ = index;
}

void Line::note(const Operation &operation) {
  if (isVisible(operation)) {
    // The first visible operation may be the beginning of a block: the next location tells.
    if (firstVisible_ == none) {
      inBlock_ = true;
      firstVisible_ = instructions_.size();
    }
    hasBegin_ = hasBegin_ || isOneOf<AtomicBegin>(operation);
    closed_ = closed_ || !isOneOf<Load, AtomicBegin>(operation);
  }
  if (const auto *load = std::get_if<Load>(&operation)) {
    const LoadFacts facts = (*facts_)(*load);
    pure_ = pure_ && !load->access.shared && facts.valid && facts.initialised;
    hasEffect_ = hasEffect_ || !facts.initialised || load->access.copy;
    return;
  }
  if (isOneOf<Assign, Guard, Sync, AtomicBegin>(operation))
    return;
  pure_ = false;
  hasEffect_ = hasEffect_ || !isOneOf<ObjectSize>(operation);
}

} // namespace heddle::transform

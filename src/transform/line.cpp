// The rules of merging, and why a merged action is equivalent to its parts.
//
// An action is atomic, and is enabled if all of its Guards hold; its parts, executed one after the other, can be
// interleaved with other threads and can block in between. For each way in which the whole could differ from the
// parts there is a rule:
//
//  - Scheduling points. Outside atomic blocks a line has at most one visible operation, preceded only by computation
//    without effect (the line so far is *pure*). Then the local operations of the line commute with all other threads,
//    and the line is one step. Within one atomic block (every location since the first visible operation is atomic, or
//    the line starts and stays inside) there may be any number of visible operations. A line that starts inside a block
//    and leaves it takes no more visible operations: a thread does not rest where the line starts, so it would miss the
//    scheduling point after the block.
//  - Effects before Guards. A Guard (or a Join, which blocks as well) may not follow an effect, because a disabled
//    action has no effect. Inputs, and Loads of bytes that may be uninitialised, are effects: the choice must be the
//    same for all alternatives. So are Checks and Assumes, because they can fail.
//  - Blocking. If the part after a location may block there, permanently or temporarily (the location is not *total*),
//    then the parts before it would be evaluated again when it becomes enabled. That is equivalent only if their
//    outcome cannot change meanwhile, i.e. if they are pure. A Load is pure if it is local (no other thread changes the
//    value), certainly valid and certainly initialised. If alternatives are total, one of them is enabled whatever was
//    loaded, and the line never waits.
//  - Failure. A failed assumption inside a block discards the whole execution; outside, it stops only its thread. So a
//    line must tell which is the case: after an AtomicBegin, or on a line that starts at an atomic location, failures
//    are inside. A line that includes a block without AtomicBegin (one that begins with a wait, a read-modify-write)
//    gets one, and a line that has left a block takes nothing more that can fail, only assignments and the thread's
//    end. Nor does a line with a visible Store, Free, Spawn or Join outside blocks: other threads may observe that
//    effect, and could not if a later failure in the same action undid it.
#include "transform/line.hpp"

#include <algorithm>

namespace heddle::transform {

using namespace program;

namespace {

template <typename... Kinds> bool isOneOf(const Operation &operation) {
  return (std::holds_alternative<Kinds>(operation) || ...);
}

static_assert(std::variant_size_v<Operation> == 19,
              "a new operation: does it block, can it fail, does it have an effect? See `permits` and `note`.");

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
  if (!instructions_.empty() && std::holds_alternative<Halt>(instructions_.back().operation))
    return false; // it must stay the last operation, although the execution could continue after a limit
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
    // The first visible operation may begin a block; whether it does depends on the next location.
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

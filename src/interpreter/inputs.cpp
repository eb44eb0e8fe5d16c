#include "interpreter/inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_set>

namespace heddle::interpreter {

using program::Expr;
using program::ObjectId;
using support::mask;

namespace {

Bits randomBits(std::mt19937_64 &generator) { return (Bits{generator()} << 64) | generator(); }

} // namespace

std::optional<Bits> RandomInputs::choose(const InputRequest &request) {
  const Bits span = request.high - request.low;
  const auto clamp = [&](Bits value) { return value >= request.low && value <= request.high ? value : request.low; };
  constexpr Bits small = 8;
  switch (span <= small ? 3 : generator_() % 4) {
  case 0: // around zero, as a signed number
    return clamp(support::fromSigned(static_cast<support::SignedBits>(generator_() % 17) - 8, request.width));
  case 1: { // the ends of the range
    const Bits top = Bits{1} << (request.width - 1);
    const Bits borders[] = {request.low, request.high, top, top - 1};
    return clamp(borders[generator_() % 4]);
  }
  case 2: // small numbers
    return clamp(request.low + generator_() % 64);
  default:
    break;
  }
  return span == ~Bits{0} ? randomBits(generator_) : request.low + randomBits(generator_) % (span + 1);
}

std::optional<Bits> ScheduledInputs::choose(const InputRequest &request) {
  if (used_.size() <= request.thread)
    used_.resize(request.thread + 1);
  const std::size_t index = used_[request.thread]++;
  if (request.thread >= schedule_.inputs.size() || index >= schedule_.inputs[request.thread].size())
    return request.low;
  const Bits value = schedule_.inputs[request.thread][index].value;
  if (value >= request.low && value <= request.high)
    return value;
  error_ = fmt::format("input {} of thread {} is {}, but must lie between {} and {}", index + 1, request.thread,
                       support::toDecimal(value), support::toDecimal(request.low), support::toDecimal(request.high));
  return std::nullopt;
}

void EnumeratedInputs::restart() {
  choices_.clear();
  chosen_.clear();
  truncated_.reset();
  position_ = 0;
}

std::vector<Bits> EnumeratedInputs::select(const InputRequest &request) const {
  const Bits top = Bits{1} << (request.width - 1);
  std::vector<Bits> candidates{0, 1, mask(request.width), request.low, request.high, top, top - 1, 2};
  candidates.insert(candidates.end(), interesting_.begin(), interesting_.end());
  std::vector<Bits> selection;
  std::set<Bits> seen;
  for (Bits value : candidates) {
    value = support::truncate(value, request.width);
    if (selection.size() < range_ && value >= request.low && value <= request.high && seen.insert(value).second)
      selection.push_back(value);
  }
  for (Bits value = request.low; selection.size() < range_ && value < request.high; ++value)
    if (seen.insert(value).second)
      selection.push_back(value);
  if (selection.empty())
    selection.push_back(request.low);
  return selection;
}

std::optional<Bits> EnumeratedInputs::choose(const InputRequest &request) {
  if (position_ == choices_.size()) {
    Choice choice;
    choice.low = request.low;
    // Scheduling inputs have few values and are always enumerated completely.
    if (request.high - request.low < range_ || request.kind == program::InputKind::Scheduling) {
      choice.count = static_cast<std::uint64_t>(request.high - request.low) + 1;
    } else {
      choice.selection = select(request);
      choice.count = choice.selection.size();
      if (!truncated_)
        truncated_ = request;
    }
    choices_.push_back(std::move(choice));
  }
  const Choice &choice = choices_[position_++];
  const Bits value = choice.selection.empty() ? choice.low + choice.index : choice.selection[choice.index];
  chosen_.push_back({request.thread, request.width, value});
  return value;
}

bool EnumeratedInputs::next() {
  position_ = 0;
  chosen_.clear();
  while (!choices_.empty()) {
    if (++choices_.back().index < choices_.back().count)
      return true;
    choices_.pop_back();
  }
  return false;
}

std::vector<Bits> interestingValues(const program::Program &program) {
  std::set<Bits> constants;
  std::unordered_set<Expr> visited;
  std::vector<Expr> stack;
  const auto visit = [&](Expr expression) {
    stack.push_back(expression);
    while (!stack.empty()) {
      const Expr node = stack.back();
      stack.pop_back();
      if (!visited.insert(node).second)
        continue;
      // Booleans have few values anyway, and pointers to static objects are not inputs.
      const ObjectId object = program.pointers.object(node->value);
      const bool isPointer = node->width == program.pointers.width && object != 0 && object < program.objects.size();
      if (node->isConstant() && node->width >= 8 && !isPointer)
        constants.insert(node->value);
      for (unsigned i = 0; i < program::arity(node->kind); ++i)
        stack.push_back(node->args[i]);
    }
  };
  for (const program::Cfa &cfa : program.cfas)
    for (const program::Action &action : cfa.actions)
      for (const program::Instruction &instruction : action.instructions)
        program::forEachExpression(instruction.operation, visit);
  std::vector<Bits> values;
  for (const Bits constant : constants) {
    values.push_back(constant);
    values.push_back(constant + 1);
    values.push_back(constant - 1);
  }
  return values;
}

} // namespace heddle::interpreter

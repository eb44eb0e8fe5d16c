// Failed checks: the values that decide them, and the last write of each.
//
// An assertion is a branch to a call that fails, so the condition of the failing operation itself is often constant.
// What decides are the branches before it: those on the line of the assertion, or on the lines of the calls that lead
// to it (a function such as __VERIFIER_assert), back to the first branch that is elsewhere; at least the last branch.
#include "interpreter/explainer.hpp"
#include "program/call_stack.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace heddle::interpreter {

namespace {

constexpr std::size_t mostValues = 5;

} // namespace

std::vector<EntryId> Explainer::decisions(EntryId failure) const {
  const Entry &failed = journal_[failure];
  if (!journal_.valuesOf(failure).empty())
    return {failure};
  const std::vector<program::StackEntry> stack = program::callStack(program_.sources, failed.span);
  const auto isOfAssertion = [&](const Entry &entry) {
    const program::SourceSpan span = program_.sources.userSpan(entry.span);
    return std::ranges::any_of(stack, [&](const program::StackEntry &call) {
      return call.span.frame == span.frame && call.span.file == span.file && call.span.line == span.line;
    });
  };
  std::vector<EntryId> result;
  for (EntryId id = failure; id-- > 0;) {
    const Entry &entry = journal_[id];
    if (entry.thread != failed.thread || entry.kind != Entry::Kind::Guard || journal_.valuesOf(id).empty())
      continue;
    if (!result.empty() && !isOfAssertion(entry))
      break;
    result.push_back(id);
  }
  return result;
}

std::vector<EntryId> Explainer::leavesOf(std::vector<EntryId> entries) const {
  std::set<EntryId> seen(entries.begin(), entries.end());
  std::vector<EntryId> leaves;
  while (!entries.empty()) {
    const EntryId id = entries.back();
    entries.pop_back();
    const Entry &entry = journal_[id];
    if (entry.kind == Entry::Kind::Read || entry.kind == Entry::Kind::Input) {
      leaves.push_back(id);
      continue;
    }
    for (const EntryId source : journal_.valuesOf(id))
      if (seen.insert(source).second)
        entries.push_back(source);
  }
  std::ranges::sort(leaves, std::greater());
  return leaves;
}

void Explainer::addValue(EntryId leaf, bool withType) {
  const Entry &entry = journal_[leaf];
  if (entry.kind == Entry::Kind::Input) {
    if (entry.range.object != program::nullObject)
      addAt(Fact::Role::Value, fmt::format("{} is not initialised, here {}", nameAt(leaf), contentAt(leaf)), leaf);
    else if (entry.instruction == nullptr)
      addAt(Fact::Role::Value,
            fmt::format("an input of {} is {}", Names::thread(entry.thread), support::toDecimal(entry.value)), leaf);
    return;
  }
  std::string type;
  if (withType) {
    const bool isStatic = entry.allocation == noEntry && entry.range.object < program_.objects.size();
    const program::TypeId of = isStatic ? program_.objects[entry.range.object].type : program::unknownType;
    const program::TypeId cell = program_.types.cellAt(of, entry.range.begin, entry.range.end - entry.range.begin).type;
    if (cell != program::unknownType)
      type = fmt::format(" ({})", program_.types[cell].name);
  }
  const std::string value = fmt::format("{} is {}{}", nameAt(leaf), contentAt(leaf), type);
  if (journal_.valuesOf(leaf).empty()) {
    const bool isConstant = entry.allocation == noEntry && entry.range.object < program_.objects.size() &&
                            program_.objects[entry.range.object].kind != program::StaticObject::Kind::Variable;
    add(Fact::Role::Value, value + (isConstant ? "" : ", its initial value"), entry.thread);
    return;
  }
  const EntryId writer = journal_.valuesOf(leaf).back();
  if (journal_[writer].kind == Entry::Kind::Input)
    addAt(Fact::Role::Value, value + ", which was never initialised", leaf);
  else
    addAt(Fact::Role::Value, fmt::format("{}, last written by {}", value, Names::thread(journal_[writer].thread)),
          writer);
}

void Explainer::values(bool withTypes) {
  const std::vector<EntryId> leaves = leavesOf(decisions(journal_.end() - 1));
  std::set<std::pair<EntryId, Bits>> shown; // the same memory is often read several times
  for (const EntryId leaf : leaves) {
    const Entry &entry = journal_[leaf];
    const EntryId writer = journal_.valuesOf(leaf).empty() ? noEntry : journal_.valuesOf(leaf).back();
    const Bits place = program_.pointers.pointer(entry.range.object, entry.range.begin);
    if (entry.kind == Entry::Kind::Read && !shown.insert({writer, place}).second)
      continue;
    if (facts_.size() == mostValues)
      return;
    addValue(leaf, withTypes);
  }
}

} // namespace heddle::interpreter

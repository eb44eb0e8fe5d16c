// A backward traversal from the conditions. The definitions of a relevant symbol are relevant, and if the symbol is the
// value of a read, so are the writes that it may read from, with their guards and values.
#include "events/read_from.hpp"

#include <algorithm>

namespace heddle::events {

namespace {

constexpr std::size_t comparisonsPerEffort = 256;

} // namespace

ReadFromFinder::ReadFromFinder(const UnwoundProgram &program, const CellEvents &cells,
                               support::Cancellation &cancellation)
    : program_(program), cells_(cells), cancellation_(cancellation), readOf_(program.symbols, none),
      definitionsOf_(program.symbols), constraintsOf_(program.symbols), writesOf_(cells.cells.size()),
      phantomsOf_(cells.cells.size()), needed_(program.symbols), writeNeeded_(cells.writes.size()),
      canWait_(program.nodes.size()) {
  for (const Wait &wait : program.waits)
    canWait_[wait.node] = true;
  for (std::uint32_t i = 0; i < cells.reads.size(); ++i)
    readOf_[cells.reads[i].value->index] = i;
  for (std::uint32_t i = 0; i < cells.definitions.size(); ++i)
    definitionsOf_[cells.definitions[i].symbol].push_back(i);
  for (std::uint32_t i = 0; i < program.constraints.size(); ++i)
    constraintsOf_[program.constraints[i].symbol].push_back(i);
  for (std::uint32_t i = 0; i < cells.writes.size(); ++i)
    writesOf_[cells.writes[i].cell].push_back(i);
  for (std::uint32_t i = 0; i < cells.phantoms.size(); ++i)
    phantomsOf_[cells.phantoms[i].cell].push_back(i);
}

ReadFrom ReadFromFinder::find(const std::vector<Expr> &conditions) {
  ReadFrom result;
  for (const Expr condition : conditions)
    need(condition);
  while (!pending_.empty() && !cancellation_.poll(1 + compared_ / comparisonsPerEffort)) {
    compared_ = 0;
    const SymbolId symbol = pending_.back();
    pending_.pop_back();
    follow(symbol, result);
  }
  return result;
}

void ReadFromFinder::need(Expr expression) {
  std::vector<Expr> stack{expression};
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (e->id >= seen_.size())
      seen_.resize(e->id + 1);
    if (seen_[e->id])
      continue;
    seen_[e->id] = true;
    if (e->isRegister() && !needed_[e->index]) {
      needed_[e->index] = true;
      pending_.push_back(e->index);
    }
    for (const Expr argument : e->args)
      if (argument != nullptr)
        stack.push_back(argument);
  }
}

void ReadFromFinder::follow(SymbolId symbol, ReadFrom &result) {
  for (const std::uint32_t i : definitionsOf_[symbol]) {
    result.definitions.push_back(i);
    need(cells_.definitions[i].guard);
    need(cells_.definitions[i].left);
    need(cells_.definitions[i].right);
  }
  for (const std::uint32_t i : constraintsOf_[symbol]) {
    result.constraints.push_back(i);
    need(program_.constraints[i].holds);
  }
  if (readOf_[symbol] == none)
    return;
  const CellRead &read = cells_.reads[readOf_[symbol]];
  need(read.guard);
  if (canWait_[read.node]) // the value decides whether the step is taken
    need(program_.nodes[read.node].executed);
  result.reads.push_back({readOf_[symbol], candidatesOf(read), phantomsOf(read)});
  // All writes of the cell take part in the order, but only the values of candidates are relevant.
  for (const std::uint32_t i : result.reads.back().candidates)
    need(cells_.writes[i].value);
  for (const std::uint32_t i : result.reads.back().phantoms)
    need(cells_.phantoms[i].guard);
  for (const std::uint32_t i : writesOf_[read.cell]) {
    if (writeNeeded_[i])
      continue;
    writeNeeded_[i] = true;
    result.writes.push_back(i);
    need(cells_.writes[i].guard);
  }
}

/// The writes that the read may read from in some execution.
std::vector<std::uint32_t> ReadFromFinder::candidatesOf(const CellRead &read) {
  const ProgramOrder &order = program_.order;
  const std::vector<std::uint32_t> &writes = writesOf_[read.cell];
  std::vector<std::uint32_t> result;
  for (const std::uint32_t i : writes) {
    const CellWrite &write = cells_.writes[i];
    if (write.node != read.node && !write.guard->isFalse() && !order.precedes(read.node, write.node) &&
        !guards_.areExclusive(write.guard, read.guard))
      result.push_back(i);
  }
  // A write is hidden by another one that certainly happens between it and the read.
  struct Hiding {
    std::uint32_t write;
    bool happensWithRead;
  };
  std::vector<Hiding> hiding;
  for (const std::uint32_t i : writes)
    if (order.precedes(cells_.writes[i].node, read.node))
      hiding.push_back({i, guards_.implies(read.guard, cells_.writes[i].guard)});
  std::erase_if(result, [&](std::uint32_t i) {
    const CellWrite &write = cells_.writes[i];
    return std::any_of(hiding.begin(), hiding.end(), [&](const Hiding &h) {
      const CellWrite &other = cells_.writes[h.write];
      ++compared_;
      return i != h.write && order.precedes(write.node, other.node) &&
             (h.happensWithRead || guards_.implies(write.guard, other.guard));
    });
  });
  // So is one with another value than facts allow.
  const auto known = program_.bounds.find(read.value->index);
  if (known != program_.bounds.end() && guards_.implies(read.guard, known->second.guard))
    excluded_ += std::erase_if(
        result, [&](std::uint32_t i) { return !program::mayBeWithin(known->second.bounds, cells_.writes[i].value); });
  return result;
}

/// The phantoms that may be between their begin and end when the cell is read.
std::vector<std::uint32_t> ReadFromFinder::phantomsOf(const CellRead &read) {
  std::vector<std::uint32_t> result;
  for (const std::uint32_t i : phantomsOf_[read.cell]) {
    const PhantomCell &phantom = cells_.phantoms[i];
    if (!program_.order.precedes(read.node, phantom.begin) && !program_.order.precedes(phantom.end, read.node) &&
        !guards_.areExclusive(phantom.guard, read.guard))
      result.push_back(i);
  }
  return result;
}

} // namespace heddle::events

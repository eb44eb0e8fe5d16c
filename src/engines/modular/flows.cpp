#include "engines/modular/flows.hpp"

#include "engines/modular/progress_hints.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::ActionId;
using program::CfaId;
using program::LocationId;
using smt::IntegerClauses;

Flows::Flows(const program::Program &program, const Runs &runs, Mutation mutation)
    : program_(program), runs_(runs), mutation_(mutation) {
  for (CfaId id = 0; id < program.cfas.size(); ++id) {
    loops_.emplace_back(program.cfas[id]);
    auto &counters = counters_.emplace_back();
    for (const analysis::Loop &loop : loops_.back().loops())
      if (loop.isNatural)
        counters.emplace(loop.head, countersOf(id, loop));
  }
}

std::vector<program::RegisterId> Flows::countersOf(CfaId cfa, const analysis::Loop &loop) const {
  std::set<program::RegisterId> written;
  for (const LocationId from : loop.body)
    for (const ActionId id : program_.cfas[cfa].outgoing[from])
      for (const program::Instruction &instruction : program_.cfas[cfa].actions[id].instructions)
        if (const auto *assignment = std::get_if<program::Assign>(&instruction.operation);
            assignment != nullptr && incrementOf(*assignment))
          written.insert(assignment->target);
  std::vector<program::RegisterId> counters;
  for (const program::RegisterId reg : written)
    if (isCounter(cfa, loop, reg))
      counters.push_back(reg);
  return counters;
}

namespace {

Interval boundsOf(const State &state, program::RegisterId reg, unsigned width) {
  const auto found = state.registers.find(reg);
  return found != state.registers.end() && found->second.isNumber() ? *found->second.number : Interval::full(width);
}

/// What the action adds to the register; none if it writes something else.
std::optional<SignedBits> addedBy(const program::Action &action, program::RegisterId reg, unsigned width) {
  SignedBits sum = 0;
  for (const program::Instruction &instruction : action.instructions) {
    if (program::writtenRegister(instruction.operation) != reg)
      continue;
    const auto *assignment = std::get_if<program::Assign>(&instruction.operation);
    const std::optional<Bits> added = assignment != nullptr ? incrementOf(*assignment) : std::nullopt;
    if (!added || sum != 0)
      return std::nullopt;
    sum = support::toSigned(*added, width);
  }
  return sum;
}

} // namespace

/// All writes on the way through the loop add constants, without wrap-around.
bool Flows::isCounter(CfaId cfa, const analysis::Loop &loop, program::RegisterId reg) const {
  const program::Cfa &automaton = program_.cfas[cfa];
  const unsigned width = automaton.registers[reg].width;
  constexpr unsigned widest = 64;
  if (width > widest || width < 2 || loop.head == automaton.entry)
    return false;
  const Interval all = Interval::full(width);
  for (const LocationId from : loop.body)
    for (const ActionId id : automaton.outgoing[from]) {
      const std::optional<SignedBits> added = addedBy(automaton.actions[id], reg, width);
      if (!runs_.of(cfa, id).isTaken() || added == 0)
        continue;
      if (!added)
        return false;
      for (const Run &run : runs_.of(cfa, id).runs)
        if (const Interval before = boundsOf(*run.from, reg, width);
            before.least + *added < all.least || before.most + *added > all.most)
          return false;
    }
  return true;
}

/// At the entries + what was added = at the exits + in the loop.
void Flows::addCounter(IntegerClauses &clauses, const Flow &flow, const analysis::Loop &loop,
                       program::RegisterId counter, const std::vector<Present> &present) const {
  const program::Cfa &cfa = program_.cfas[flow.cfa];
  const unsigned width = cfa.registers[counter].width;
  Tally balance;
  const auto add = [&](const Tally &count, const Interval &bounds, std::int64_t sign) {
    const auto least = static_cast<std::int64_t>(bounds.least);
    const auto most = mutation_ == Mutation::LoopsAreCounted ? least : static_cast<std::int64_t>(bounds.most);
    if (least == most) {
      balance.add(count, sign * least);
      return;
    }
    const IntegerClauses::Variable sum = clauses.newVariable();
    clauses.atLeastZero(Tally{}.add(sum).add(count, -least));
    clauses.atLeastZero(Tally{}.add(count, most).add(sum, -1));
    balance.add(sum, sign);
  };
  const auto boundsAfter = [&](ActionId id) {
    std::optional<Interval> bounds;
    for (const Run &run : runs_.of(flow.cfa, id).runs)
      for (const std::vector<State> *states : {&run.ends, &run.endings})
        for (const State &state : *states)
          bounds = bounds ? join(*bounds, boundsOf(state, counter, width)) : boundsOf(state, counter, width);
    return bounds.value_or(Interval::full(width));
  };
  constexpr SignedBits far = SignedBits{1} << 40;
  const auto isNear = [&](const Interval &bounds) { return bounds.least > -far && bounds.most < far; };
  for (const ActionId id : loop.entries) {
    if (!isNear(boundsAfter(id)))
      return;
    add(countOf(flow, id), boundsAfter(id), 1);
  }
  for (const LocationId from : loop.body)
    for (const ActionId id : cfa.outgoing[from]) {
      if (runs_.of(flow.cfa, id).isTaken())
        balance.add(countOf(flow, id), static_cast<std::int64_t>(*addedBy(cfa.actions[id], counter, width)));
      if (!runs_.of(flow.cfa, id).isTaken() ||
          (loop.contains(cfa.actions[id].to) && !runs_.of(flow.cfa, id).endsThread()))
        continue;
      if (!isNear(boundsAfter(id)))
        return;
      add(countOf(flow, id), boundsAfter(id), -1);
    }
  for (const Present &each : present) {
    if (each.cfa != flow.cfa || !loop.contains(each.location))
      continue;
    const auto known = each.registers != nullptr ? each.registers->find(counter) : Registers::const_iterator{};
    const bool isKnown = each.registers != nullptr && known != each.registers->end() && isNear(known->second);
    if (!isKnown && width > 32)
      return;
    add(each.count, isKnown ? known->second : Interval::full(width), -1);
  }
  clauses.zero(balance);
}

Flows::Flow Flows::newFlow(IntegerClauses &clauses, CfaId cfa) const {
  Flow flow{cfa, {}};
  for (ActionId id = 0; id < program_.cfas[cfa].actions.size(); ++id)
    if (runs_.of(cfa, id).isTaken()) {
      const IntegerClauses::Variable count = clauses.newVariable();
      clauses.atLeastZero(Tally{}.add(count));
      flow.taken.emplace(id, count);
    }
  return flow;
}

Tally Flows::countOf(const Flow &flow, ActionId action) const {
  const auto found = flow.taken.find(action);
  return found != flow.taken.end() ? Tally{}.add(found->second) : Tally{};
}

void Flows::addHistory(IntegerClauses &clauses, const Flow &flow, const Tally &started,
                       const std::vector<Present> &present) const {
  const program::Cfa &cfa = program_.cfas[flow.cfa];
  std::map<LocationId, Tally> balance;
  balance[cfa.entry].add(started);
  for (const auto &[id, count] : flow.taken) {
    balance[cfa.actions[id].from].add(count, -1);
    // Threads that end do so at the exit, wherever the action leads.
    balance[runs_.of(flow.cfa, id).endsThread() ? cfa.exit : cfa.actions[id].to].add(count);
  }
  for (const Present &each : present)
    if (each.cfa == flow.cfa)
      balance[each.location].add(each.count, -1);
  for (const auto &entry : balance)
    clauses.zero(entry.second);
  addLoops(clauses, flow, started, present);
}

void Flows::addLoops(IntegerClauses &clauses, const Flow &flow, const Tally &started,
                     const std::vector<Present> &present) const {
  const program::Cfa &cfa = program_.cfas[flow.cfa];
  for (const analysis::Loop &loop : loops_[flow.cfa].loops()) {
    if (!loop.isNatural)
      continue;
    Tally entered = loop.head == cfa.entry ? started : Tally{};
    for (const ActionId id : loop.entries)
      entered.add(countOf(flow, id));
    Tally repeated;
    for (const ActionId id : loop.backEdges)
      repeated.add(countOf(flow, id));
    // Not entered, or at least once.
    clauses.addClause({Tally{-1, {}}.add(entered), Tally{}.add(repeated, -1)});
    if (const auto counters = counters_[flow.cfa].find(loop.head); counters != counters_[flow.cfa].end())
      for (const program::RegisterId counter : counters->second)
        addCounter(clauses, flow, loop, counter, present);
  }
}

void Flows::addRounds(IntegerClauses &clauses, const Flow &flow, const Ends &ends) const {
  const program::Cfa &cfa = program_.cfas[flow.cfa];
  std::map<LocationId, Tally> balance;
  for (const auto &[id, count] : flow.taken) {
    balance[cfa.actions[id].from].add(count, -1);
    balance[runs_.of(flow.cfa, id).endsThread() ? cfa.exit : cfa.actions[id].to].add(count);
  }
  for (const auto &entry : balance)
    clauses.zero(entry.second);
  for (const analysis::Loop &loop : loops_[flow.cfa].loops()) {
    if (!loop.isNatural || !(loop.tripCount || ends(flow.cfa, loop)))
      continue;
    Tally entered;
    for (const ActionId id : loop.entries)
      entered.add(countOf(flow, id));
    Tally repeated;
    for (const ActionId id : loop.backEdges)
      repeated.add(countOf(flow, id));
    clauses.addClause({Tally{-1, {}}.add(entered), Tally{}.add(repeated, -1)});
  }
}

} // namespace heddle::engines::modular

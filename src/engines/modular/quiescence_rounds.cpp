// What happens infinitely often: the second half of quiescence.hpp.
#include "engines/modular/quiescence.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using program::ActionId;
using program::CfaId;
using program::Expr;
using program::LocationId;
using PointKind = RestingPoint::Kind;

namespace {

/// The condition with which an action begins, as a test of a register: whether it holds for a value.
struct InputTest {
  program::RegisterId reg = program::noRegister;
  Bits value = 1; // with which it is compared
  bool isNegated = false;
  bool holdsFor(Bits content) const { return (content == value) != isNegated; }
};

std::optional<InputTest> inputTestOf(const program::Action &action) {
  const auto *guard =
      action.instructions.empty() ? nullptr : std::get_if<program::Guard>(&action.instructions.front().operation);
  if (guard == nullptr)
    return std::nullopt;
  InputTest test;
  Expr e = guard->condition;
  if (e->kind == program::ExprKind::Not) {
    test.isNegated = true;
    e = e->args[0];
  }
  if (e->kind == program::ExprKind::Eq && e->args[1]->isConstant()) {
    test.value = e->args[1]->value;
    e = e->args[0];
  } else if (e->width != 1) {
    return std::nullopt;
  }
  if (!e->isRegister())
    return std::nullopt;
  test.reg = e->index;
  return test;
}

/// Whether every action that leads to the location has just read the register as an input that may have the value.
bool isInput(const program::Cfa &cfa, LocationId location, program::RegisterId reg, Bits value,
             program::InputKind &kind) {
  bool isAny = false;
  for (const program::Action &before : cfa.actions) {
    if (before.to != location)
      continue;
    const program::Havoc *last = nullptr;
    for (const program::Instruction &instruction : before.instructions)
      if (program::writtenRegister(instruction.operation) == reg)
        last = std::get_if<program::Havoc>(&instruction.operation);
    if (last == nullptr || (isAny && last->kind != kind) || value < last->low || value > last->high ||
        (last->kind != program::InputKind::Nondet && last->kind != program::InputKind::Scheduling))
      return false;
    kind = last->kind;
    isAny = true;
  }
  return isAny && location != cfa.entry;
}

bool isSignalAt(const Event &event, const Cell &signals) {
  return (event.kind == Event::Kind::Signal || event.kind == Event::Kind::Broadcast) && event.cell == signals;
}

} // namespace

/// Whether the thread takes another action, by the choice of an input: the one out of the loop, and what the model of a
/// library function chooses is 0, so that waits do not wake up spuriously.
bool Quiescence::isAvoided(CfaId cfa, ActionId action) const {
  const program::Cfa &automaton = program_.cfas[cfa];
  const LocationId at = automaton.actions[action].from;
  std::vector<InputTest> tests;
  std::optional<Bits> leaving;
  const std::size_t loop = flows_->loopsOf(cfa).innermost(at);
  for (const ActionId id : automaton.outgoing[at]) {
    const std::optional<InputTest> test = inputTestOf(automaton.actions[id]);
    if (!test || (!tests.empty() && test->reg != tests.front().reg))
      return false;
    tests.push_back(*test);
    if (loop != analysis::LoopInfo::noLoop && !flows_->loopsOf(cfa).loops()[loop].contains(automaton.actions[id].to) &&
        !leaving)
      leaving = test->isNegated ? test->value ^ 1U : test->value;
  }
  if (tests.empty())
    return false;
  auto kind = program::InputKind::Nondet;
  Bits value = 0;
  if (!isInput(automaton, at, tests.front().reg, value, kind) || kind != program::InputKind::Scheduling) {
    if (!leaving)
      return false;
    value = *leaving;
    if (!isInput(automaton, at, tests.front().reg, value, kind) || kind != program::InputKind::Nondet)
      return false;
  }
  // One of the actions is taken with this value.
  if (std::ranges::none_of(tests, [&](const InputTest &test) { return test.holdsFor(value); }))
    return false;
  return !inputTestOf(automaton.actions[action])->holdsFor(value);
}

/// Whether the thread that waits can run after the action, or while it is taken.
bool Quiescence::lets(const RestingPoint &waiting, CfaId cfa, ActionId action) const {
  if (waiting.signals &&
      runs_.alwaysHas(cfa, action, [&](const Event &event) { return isSignalAt(event, *waiting.signals); }))
    return true;
  if (waiting.barrier && arrivalIn(runs_.of(cfa, action), *waiting.barrier) == Arrival::Completes)
    return true;
  if (waiting.wait.kind == Wait::Kind::Lock && runs_.releases(cfa, action, waiting.wait.lock))
    return true;
  return std::ranges::any_of(waiting.awaited, [&](const auto &entry) {
    const Change change = runs_.changeOf(cfa, action, entry.first);
    return runs_.isCounted(entry.first) && !change.mayWrap && (change.least > 0 || change.most < 0);
  });
}

bool Quiescence::mayStartForEver() const {
  support::Cancellation cancellation;
  Clauses clauses;
  Tally started{-1, {}};
  for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
    if (objects_.parallelism().mayStart(cfa, cfa))
      return true;
    const Flows::Flow flow = flows_->newFlow(clauses, cfa);
    flows_->addRounds(clauses, flow, rules_.ends);
    for (const auto &[id, count] : flow.taken) {
      if (isAvoided(cfa, id))
        clauses.zero(Tally{}.add(count));
      if (!runs_.of(cfa, id).starts.empty())
        started.add(count);
    }
  }
  clauses.atLeastZero(started);
  return clauses.solve(cancellation) != Clauses::Answer::Unsatisfiable;
}

std::vector<Cell> Quiescence::countedCells() const {
  std::set<Cell> cells;
  for (const RestingPoint &point : points_) {
    for (const auto &entry : point.contents)
      cells.insert(entry.first);
    if (point.condition)
      for (const auto &entry : point.condition->cells)
        cells.insert(entry.first);
  }
  std::vector<Cell> counted;
  for (const Cell &cell : cells) {
    bool isExact = runs_.isCounted(cell);
    for (CfaId cfa = 0; cfa < program_.cfas.size() && isExact; ++cfa)
      for (ActionId id = 0; id < program_.cfas[cfa].actions.size() && isExact; ++id) {
        constexpr SignedBits far = SignedBits{1} << 40;
        const Change change = runs_.changeOf(cfa, id, cell);
        isExact = !change.mayWrap && -far < change.least && change.most < far;
      }
    if (isExact)
      counted.push_back(cell);
  }
  return counted;
}

/// Whether a continuation may be infinite although the thread is not let run.
Quiescence::Result Quiescence::findInfinite(const RestingPoint &waiting, support::Cancellation &cancellation) {
  Clauses clauses;
  std::vector<Flows::Flow> flows;
  Tally all{-1, {}};
  for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
    if (cfa == waiting.cfa && (cfa == 0 || objects_.parallelism().instances(cfa) == analysis::Instances::One))
      continue;
    const Flows::Flow &flow = flows.emplace_back(flows_->newFlow(clauses, cfa));
    flows_->addRounds(clauses, flow, rules_.ends);
    for (const auto &[id, count] : flow.taken) {
      if (isAvoided(cfa, id) || lets(waiting, cfa, id))
        clauses.zero(Tally{}.add(count));
      all.add(count);
    }
  }
  clauses.atLeastZero(all);
  for (const Cell &cell : countedCells()) {
    Tally change;
    for (const Flows::Flow &flow : flows)
      for (const auto &[id, count] : flow.taken) {
        const Change each = runs_.changeOf(flow.cfa, id, cell);
        if (each.least == each.most) {
          change.add(count, static_cast<std::int64_t>(each.least));
          continue;
        }
        const Clauses::Variable sum = clauses.newVariable();
        clauses.atLeastZero(Tally{}.add(sum).add(count, -static_cast<std::int64_t>(each.least)));
        clauses.atLeastZero(Tally{}.add(count, static_cast<std::int64_t>(each.most)).add(sum, -1));
        change.add(sum);
      }
    clauses.zero(change);
  }
  // Waits that end need what ends them.
  for (const RestingPoint &point : points_) {
    const std::vector<ActionId> &outgoing = program_.cfas[point.cfa].outgoing[point.location];
    if (point.kind != PointKind::Wait || outgoing.size() != 1 || (!point.signals && !point.barrier))
      continue;
    Tally ending{-1, {}};
    Tally ended;
    for (const Flows::Flow &flow : flows) {
      if (flow.cfa == point.cfa)
        ended.add(flows_->countOf(flow, outgoing.front()));
      for (const auto &[id, count] : flow.taken) {
        const Cell &object = point.signals ? *point.signals : *point.barrier;
        if (runs_.mayHave(flow.cfa, id, [&](const Event &event) {
              return event.cell.bytes == 0 || isSignalAt(event, object) ||
                     (event.kind == Event::Kind::Store && !event.setsBits &&
                      event.cell.overlaps(object.object, object.offset, object.offset + 8));
            }))
          ending.add(count);
      }
    }
    if (runs_.isCounted({point.signals ? point.signals->object : point.barrier->object,
                         point.signals ? point.signals->offset : point.barrier->offset, 8}))
      clauses.addClause({ending, Tally{}.add(ended, -1)});
  }
  Result result;
  result.isProved = clauses.solve(cancellation) == Clauses::Answer::Unsatisfiable;
  if (!result.isProved) {
    result.obstacle = "other threads may run for ever without letting it run";
    result.waiting.push_back(waiting);
  }
  return result;
}

} // namespace heddle::engines::modular

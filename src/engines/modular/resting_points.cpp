#include "engines/modular/resting_points.hpp"

#include "engines/modular/condition.hpp"

#include <algorithm>
#include <functional>

namespace heddle::engines::modular {

using program::ActionId;
using program::CfaId;
using program::LocationId;

namespace {

std::map<Cell, Interval> numbersIn(const std::map<Cell, Knowledge> &known) {
  constexpr unsigned mostBytes = 8;
  std::map<Cell, Interval> numbers;
  for (const auto &[cell, knowledge] : known)
    if (knowledge.value.isNumber() && cell.bytes <= mostBytes)
      numbers.emplace(cell, *knowledge.value.number);
  return numbers;
}

} // namespace

Registers registersIn(const State &state) {
  Registers registers;
  for (const auto &[reg, value] : state.registers)
    if (value.isNumber())
      registers.emplace(reg, *value.number);
  return registers;
}

namespace {

class Finder {
public:
  Finder(const program::Program &program, Fixpoint &fixpoint, const Runs &runs)
      : program_(program), fixpoint_(fixpoint), runs_(runs), waits_(program, fixpoint) {}

  RestingPoints run() {
    for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa) {
      for (LocationId location = 0; location < program_.cfas[cfa].locations.size(); ++location)
        for (const State *state : runs_.statesAt(cfa, location))
          addWaits(cfa, location, *state);
      for (ActionId id = 0; id < program_.cfas[cfa].actions.size(); ++id)
        for (const Run &run : runs_.of(cfa, id).runs) {
          for (const State &state : run.endings)
            addStill(RestingPoint::Kind::End, cfa, program_.cfas[cfa].exit, state);
          if (!run.stops.empty()) // before the action: what it has done may have been undone
            addStill(RestingPoint::Kind::Stop, cfa, program_.cfas[cfa].actions[id].from, *run.from);
          for (const State &state : run.stops)
            addStill(RestingPoint::Kind::Stop, cfa, program_.cfas[cfa].actions[id].from, state);
        }
    }
    return std::move(result_);
  }

private:
  RestingPoint pointOf(RestingPoint::Kind kind, CfaId cfa, LocationId location, const State &state) const {
    RestingPoint point;
    point.kind = kind;
    point.cfa = cfa;
    point.location = location;
    point.isAlone = state.mode != Mode::Shared;
    point.isFirst = state.mode == Mode::First;
    point.held = state.held;
    point.registers = registersIn(state);
    if (!point.isAlone)
      point.contents = numbersIn(state.known);
    // What a thread was started with of memory that another thread owns is not followed.
    std::erase_if(point.contents, [&](const auto &entry) { return !runs_.isShared(entry.first); });
    return point;
  }

  void addStill(RestingPoint::Kind kind, CfaId cfa, LocationId location, State state) {
    fixpoint_.transfer().interrupt(cfa, state);
    result_.all.push_back(pointOf(kind, cfa, location, state));
  }

  /// The conditions on registers alone with which an action begins, as far as they are not certain.
  struct Beginning {
    program::Expr condition = nullptr; // null: certainly true
    bool isImpossible = false;
    bool isAll = true; // no other condition follows
    bool joins = false;
  };
  Beginning beginningOf(CfaId cfa, ActionId id, const State &state) const {
    Beginning beginning;
    beginning.isImpossible = !fixpoint_.mayBeTaken(cfa, id);
    bool isBeginning = true;
    for (const program::Instruction &instruction : program_.cfas[cfa].actions[id].instructions) {
      beginning.joins = beginning.joins || std::holds_alternative<program::Join>(instruction.operation);
      const auto *guard = std::get_if<program::Guard>(&instruction.operation);
      if (guard == nullptr) {
        isBeginning = false;
        continue;
      }
      if (!isBeginning) {
        beginning.isAll = false;
        break;
      }
      const Value value = fixpoint_.transfer().valueOf(cfa, state, guard->condition);
      beginning.isImpossible = beginning.isImpossible || value.isConstant(0);
      if (!value.isConstant(1))
        beginning.condition = beginning.condition == nullptr
                                  ? guard->condition
                                  : program_.expressions->conjunction(beginning.condition, guard->condition);
    }
    return beginning;
  }

  /// A thread that waits takes none of the actions that its registers alone enable; if it does not join, this includes
  /// actions that do. False if it must take one.
  bool restrictToWaiting(CfaId cfa, LocationId location, Wait::Kind kind, State &state) const {
    for (const ActionId id : program_.cfas[cfa].outgoing[location]) {
      const Beginning beginning = beginningOf(cfa, id, state);
      if (beginning.isImpossible || !beginning.isAll || (beginning.joins && kind == Wait::Kind::Join))
        continue;
      if (beginning.condition == nullptr || !assume(program_, program_.cfas[cfa], state, beginning.condition, false))
        return false;
    }
    return true;
  }

  void addWaits(CfaId cfa, LocationId location, const State &known) {
    for (const Wait &wait : waits_.at(cfa, location, known)) {
      State state = known;
      if (wait.kind == Wait::Kind::None || !restrictToWaiting(cfa, location, wait.kind, state))
        continue;
      RestingPoint point = pointOf(RestingPoint::Kind::Wait, cfa, location, state);
      point.wait = wait;
      point.span = wait.span;
      if (wait.kind != Wait::Kind::Join)
        for (const auto &[cell, content] : waits_.contentsWhileWaiting(cfa, location, state))
          if (cell.bytes <= 8) {
            point.awaited.emplace(cell, content);
            point.contents.insert_or_assign(cell, Interval::constant(content, cell.bytes * 8));
          }
      findSignals(point);
      if (!point.signals || point.wait.kind != Wait::Kind::Other) {
        result_.all.push_back(std::move(point));
        continue;
      }
      const std::vector<Condition> conditions = conditionsOf(cfa, location);
      if (conditions.empty())
        result_.all.push_back(point);
      for (const Condition &condition : conditions) {
        result_.all.push_back(point);
        result_.all.back().condition = condition;
      }
    }
  }

  void findSignals(RestingPoint &point) const {
    for (const ActionId id : program_.cfas[point.cfa].outgoing[point.location])
      for (const Run &run : runs_.of(point.cfa, id).runs)
        for (const Event &event : run.events) {
          if (event.kind == Event::Kind::Wake && event.cell.bytes != 0)
            point.signals = event.cell;
          if (event.kind == Event::Kind::Leave && event.cell.bytes != 0)
            point.barrier = event.cell;
        }
  }

  /// What threads know when they come to the location, from the lock that they release in the same atomic block.
  std::vector<Condition> conditionsOf(CfaId cfa, LocationId location) const {
    const program::Cfa &automaton = program_.cfas[cfa];
    std::vector<Condition> conditions;
    std::optional<std::set<Cell>> released;
    std::set<LocationId> seen{location};
    std::vector<LocationId> pending{location};
    while (!pending.empty()) {
      const LocationId at = pending.back();
      pending.pop_back();
      for (ActionId id = 0; id < automaton.actions.size(); ++id) {
        if (automaton.actions[id].to != at || !runs_.of(cfa, id).isTaken())
          continue;
        const LocationId from = automaton.actions[id].from;
        if (automaton.locations[from].atomic) {
          if (seen.insert(from).second)
            pending.push_back(from);
          continue;
        }
        std::set<Cell> here;
        for (const Run &run : runs_.of(cfa, id).runs)
          for (const auto &[lock, hold] : run.from->held)
            if (hold == exclusively)
              here.insert(lock);
        for (const Run &run : runs_.of(cfa, id).runs)
          std::erase_if(here, [&](const Cell &lock) {
            const auto held = run.from->held.find(lock);
            return held == run.from->held.end() || held->second != exclusively;
          });
        if (!released)
          released = here;
        std::erase_if(*released, [&](const Cell &lock) { return !here.contains(lock); });
      }
    }
    if (!released)
      return {};
    for (const State *state : runs_.statesAt(cfa, location))
      std::erase_if(*released, [&](const Cell &lock) { return state->held.contains(lock); });
    if (released->size() != 1)
      return {};
    const Cell lock = *released->begin();
    for (ActionId id = 0; id < automaton.actions.size(); ++id) {
      if (automaton.actions[id].to != location)
        continue;
      for (const Run &run : runs_.of(cfa, id).runs)
        for (const State &end : run.ends) {
          Condition condition{lock, {}};
          for (const auto &[cell, interval] : numbersIn(end.known))
            if (fixpoint_.interference().transitions().contains(cell) &&
                fixpoint_.interference().isProtected(cell, lock) && cell != lock && runs_.isShared(cell))
              condition.cells.emplace(cell, interval);
          conditions.push_back(std::move(condition));
        }
    }
    return conditions;
  }

  const program::Program &program_;
  Fixpoint &fixpoint_;
  const Runs &runs_;
  Waits waits_;
  RestingPoints result_;
};

} // namespace

RestingPoints restingPointsOf(const program::Program &program, Fixpoint &fixpoint, const Runs &runs) {
  return Finder(program, fixpoint, runs).run();
}

} // namespace heddle::engines::modular

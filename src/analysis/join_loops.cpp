#include "analysis/join_loops.hpp"

#include "analysis/congruence.hpp"
#include "analysis/control_flow.hpp"
#include "analysis/loops.hpp"
#include "analysis/value_numbers.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

namespace heddle::analysis {

using program::Action;
using program::ActionId;
using program::CfaId;
using program::Expr;
using program::ExprKind;
using program::Instruction;
using program::LocationId;

namespace {

/// As many threads exist at a time as there are handles, so that a counter differs in any two rounds by less than this.
constexpr unsigned handleBits = 32;
constexpr std::uint64_t mostStride = 1U << 20U;
/// Registers that stand for the content of memory have ids from here on downwards, which no automaton uses.
constexpr program::RegisterId firstContent = program::noRegister - 2;

/// Stands for the counters of both loops where one of them is extended.
constexpr program::RegisterId extendedCounter = program::noRegister - 1;

/// A loop that counts: in each round, `counter` is a constant `step` further.
struct CountedLoop {
  const Loop *loop = nullptr;
  std::vector<ActionId> staying{}; // the branch that ends the loop or goes on
  std::vector<ActionId> leaving{};
  Expr condition = nullptr; // to go on
  Expr counter = nullptr;   // its symbol at the head
  Expr first = nullptr;     // its value on entry
  Expr step = nullptr;
};

/// A Spawn, and the store of its handle.
struct Start {
  CountedLoop loop;
  const Instruction *spawn = nullptr;
  const Instruction *store = nullptr; // of its handle
  Expr address = nullptr;
  unsigned width = 0;
};

/// A Join, and the load of its handle.
struct End {
  CountedLoop loop;
  const Instruction *join = nullptr;
  Expr address = nullptr;
  unsigned width = 0;
};

class JoinLoops {
public:
  JoinLoops(const program::Program &program, const PointsTo &pointsTo)
      : program_(program), pointsTo_(pointsTo), pool_(*program.expressions), cfa_(program.cfas[0]), flow_(cfa_),
        loops_(cfa_), congruences_(program, pointsTo) {}

  std::vector<JoinLoop> find() {
    std::vector<JoinLoop> result;
    const bool isCandidate = existsInLoop<program::Spawn>() && existsInLoop<program::Join>();
    if (isCandidate)
      values_ = ValueNumbers::of(program_, 0, flow_, loops_);
    if (!values_)
      return result;
    std::vector<Start> starts;
    std::vector<End> ends;
    for (const Loop &loop : loops_.loops())
      if (const std::optional<CountedLoop> counted = countedLoop(loop)) {
        for (const auto &[action, spawn] : allIn<program::Spawn>(loop))
          if (const std::optional<Start> start = startBy(*counted, action, *spawn))
            starts.push_back(*start);
        for (const auto &[action, join] : allIn<program::Join>(loop))
          if (const std::optional<End> end = endBy(*counted, action, *join))
            ends.push_back(*end);
      }
    for (const Start &start : starts) {
      std::vector<JoinLoop> all;
      for (const End &end : ends)
        if (isPair(start, end))
          all.push_back({start.spawn, end.join, end.loop.leaving});
      if (all.size() == 1) // two Joins may join the same threads
        result.push_back(all[0]);
    }
    return result;
  }

private:
  using Locations = std::set<LocationId>;

  template <typename Operation> bool existsInLoop() const {
    return std::ranges::any_of(cfa_.actions, [&](const Action &action) {
      return loops_.innermost(action.from) != LoopInfo::noLoop &&
             std::ranges::any_of(action.instructions, [](const Instruction &instruction) {
               return std::holds_alternative<Operation>(instruction.operation);
             });
    });
  }

  std::vector<Expr> guardsOf(ActionId id) {
    std::vector<Expr> guards;
    values_->after(id, [&](const Instruction &instruction, const ValueNumbers::Environment &environment) {
      if (const auto *guard = std::get_if<program::Guard>(&instruction.operation))
        guards.push_back(values_->valueOf(guard->condition, environment));
    });
    return guards;
  }

  /// The location that decides whether the loop goes on, to which the head leads without any branch. What is done on
  /// the way is done once more than there are rounds, so it must not have any effect.
  std::optional<LocationId> branchOf(const Loop &loop) const {
    LocationId at = loop.head;
    for (std::size_t steps = 0; steps < loop.body.size(); ++steps) {
      const std::vector<ActionId> &outgoing = cfa_.outgoing[at];
      if (outgoing.size() != 1)
        return outgoing.empty() ? std::nullopt : std::optional(at);
      const Action &action = cfa_.actions[outgoing[0]];
      at = action.to;
      if (!loop.contains(at) || !std::ranges::all_of(action.instructions, hasNoEffect))
        return std::nullopt;
    }
    return std::nullopt;
  }

  static bool hasNoEffect(const Instruction &instruction) {
    return std::holds_alternative<program::Assign>(instruction.operation) ||
           std::holds_alternative<program::Load>(instruction.operation) ||
           std::holds_alternative<program::AtomicBegin>(instruction.operation);
  }

  std::optional<CountedLoop> countedLoop(const Loop &loop) {
    const std::optional<LocationId> branch = branchOf(loop);
    if (!branch)
      return std::nullopt;
    CountedLoop result{.loop = &loop};
    for (const ActionId id : cfa_.outgoing[*branch])
      (loop.contains(cfa_.actions[id].to) ? result.staying : result.leaving).push_back(id);
    if (result.staying.empty() || result.leaving.empty())
      return std::nullopt;
    const std::vector<Expr> candidates = guardsOf(result.staying[0]);
    const auto decides = [&](Expr condition) {
      const auto has = [&](ActionId id, Expr guard) { return std::ranges::count(guardsOf(id), guard) != 0; };
      return std::ranges::all_of(result.staying, [&](ActionId id) { return has(id, condition); }) &&
             std::ranges::all_of(result.leaving, [&](ActionId id) { return has(id, pool_.negate(condition)); });
    };
    const auto found = std::ranges::find_if(candidates, decides);
    if (found == candidates.end())
      return std::nullopt;
    result.condition = *found;
    bool isOnly = true;
    values_->forEachSymbol(result.condition, [&](Expr symbol) {
      if (!isFrom(loop, symbol))
        return;
      isOnly = isOnly && result.counter == nullptr;
      result.counter = symbol;
    });
    if (!isOnly || result.counter == nullptr || !setStep(result))
      return std::nullopt;
    result.first = values_->onEntry(loop.head)[values_->definitionOf(result.counter).reg];
    return result;
  }

  bool isFrom(const Loop &loop, Expr symbol) const {
    const ValueNumbers::Definition &definition = values_->definitionOf(symbol);
    return definition.kind == ValueNumbers::Definition::Kind::LoopHead && definition.location == loop.head;
  }

  bool setStep(CountedLoop &counted) {
    const program::RegisterId reg = values_->definitionOf(counted.counter).reg;
    for (const ActionId id : counted.loop->backEdges) {
      if (!flow_.isReachable(cfa_.actions[id].from))
        continue;
      const Expr step = pool_.sub(values_->after(id)[reg], counted.counter);
      if (!step->isConstant() || step->value == 0 || (counted.step != nullptr && step != counted.step))
        return false;
      counted.step = step;
    }
    return counted.step != nullptr;
  }

  /// Whether each round that is completed executes the action, once; `isImpossible` are actions that no thread takes.
  template <typename Impossible>
  bool isOnceInEachRound(const Loop &loop, ActionId action, const Impossible &isImpossible) const {
    const std::size_t own = loops_.innermost(loop.head);
    if (loops_.innermost(cfa_.actions[action].from) != own)
      return false;
    Locations seen;
    std::vector<LocationId> pending{loop.head};
    while (!pending.empty()) {
      const LocationId at = pending.back();
      pending.pop_back();
      for (const ActionId id : cfa_.outgoing[at]) {
        const LocationId to = cfa_.actions[id].to;
        if (id == action || !loop.contains(to) || isImpossible(id))
          continue;
        if (to == loop.head)
          return false;
        if (seen.insert(to).second)
          pending.push_back(to);
      }
    }
    return true;
  }

  template <typename Visit> void forEachInstruction(const Loop &loop, const Visit &visit) {
    for (const LocationId location : loop.body)
      for (const ActionId id : cfa_.outgoing[location])
        if (loop.contains(cfa_.actions[id].to))
          values_->after(id, [&](const Instruction &instruction, const ValueNumbers::Environment &environment) {
            visit(id, instruction, environment);
          });
  }

  /// Without what changes only the width of a handle.
  static Expr stripped(Expr e) {
    while (e->kind == ExprKind::ZExt || e->kind == ExprKind::SExt ||
           (e->kind == ExprKind::Extract && e->index == 0 && e->width >= handleBits))
      e = e->args[0];
    return e;
  }

  template <typename Operation> std::vector<std::pair<ActionId, const Instruction *>> allIn(const Loop &loop) const {
    std::vector<std::pair<ActionId, const Instruction *>> result;
    for (const LocationId location : loop.body)
      for (const ActionId id : cfa_.outgoing[location])
        for (const Instruction &instruction : cfa_.actions[id].instructions)
          if (loop.contains(cfa_.actions[id].to) && std::holds_alternative<Operation>(instruction.operation))
            result.emplace_back(id, &instruction);
    return result;
  }

  std::optional<Start> startBy(const CountedLoop &counted, ActionId starting, const Instruction &spawn) {
    const auto isNever = [](ActionId) { return false; };
    if (!isOnceInEachRound(*counted.loop, starting, isNever))
      return std::nullopt;
    // A register has the symbol of the Spawn only after it, in the same round.
    const auto isHandle = [&](Expr e) {
      e = stripped(e);
      return values_->isSymbol(e) && values_->definitionOf(e).operation == &spawn.operation;
    };
    Start result{.loop = counted, .spawn = &spawn};
    std::size_t stores = 0;
    ActionId storing = 0;
    forEachInstruction(*counted.loop,
                       [&](ActionId id, const Instruction &instruction, const ValueNumbers::Environment &environment) {
                         const auto *store = std::get_if<program::Store>(&instruction.operation);
                         if (store == nullptr || store->value->width < handleBits ||
                             !isHandle(values_->valueOf(store->value, environment)))
                           return;
                         const Expr address = values_->valueOf(store->address, environment);
                         if (!differsByRound(counted, address, store->value->width / 8U))
                           return;
                         ++stores;
                         storing = id;
                         result.store = &instruction;
                         result.address = address;
                         result.width = store->value->width;
                       });
    if (stores != 1 || !isOnceInEachRound(*counted.loop, storing, isNever))
      return std::nullopt;
    return result;
  }

  std::optional<End> endBy(const CountedLoop &counted, ActionId joining, const Instruction &join) {
    Expr handle = nullptr;
    values_->after(joining, [&](const Instruction &instruction, const ValueNumbers::Environment &environment) {
      if (&instruction == &join)
        handle = stripped(values_->valueOf(std::get<program::Join>(join.operation).thread, environment));
    });
    if (!values_->isSymbol(handle) || values_->definitionOf(handle).kind != ValueNumbers::Definition::Kind::Load)
      return std::nullopt;
    const ValueNumbers::Definition loaded = values_->definitionOf(handle);
    // All loads of this loop from there yield a handle that a Spawn of main has returned, so it is not main's own.
    const auto isSuchHandle = [&](Expr e) {
      e = stripped(e);
      if (!values_->isSymbol(e) || e->width != handle->width)
        return false;
      const ValueNumbers::Definition &definition = values_->definitionOf(e);
      return definition.kind == loaded.kind && definition.address == loaded.address &&
             counted.loop->contains(definition.location);
    };
    const auto isOfOwnHandle = [&](ActionId id) {
      return std::ranges::any_of(guardsOf(id), [&](Expr guard) {
        return guard->kind == ExprKind::Eq && ((isOwnHandle(guard->args[0]) && isSuchHandle(guard->args[1])) ||
                                               (isOwnHandle(guard->args[1]) && isSuchHandle(guard->args[0])));
      });
    };
    if (!isOnceInEachRound(*counted.loop, joining, isOfOwnHandle))
      return std::nullopt;
    return End{.loop = counted, .join = &join, .address = loaded.address, .width = handle->width};
  }

  bool isOwnHandle(Expr e) const {
    e = stripped(e);
    return values_->isSymbol(e) && values_->definitionOf(e).kind == ValueNumbers::Definition::Kind::Initial &&
           values_->definitionOf(e).reg == cfa_.self;
  }

  /// Whether so many bytes at the address overlap in no two rounds: it is a sum with one term that is a multiple of the
  /// counter, extended to the width of the address, which moves by one in each round.
  bool differsByRound(const CountedLoop &counted, Expr address, unsigned bytes) {
    const support::SignedBits step = support::toSigned(counted.step->value, counted.step->width);
    if (address->width != 64 || (step != 1 && step != -1))
      return false;
    std::optional<std::uint64_t> stride;
    bool isLinear = true;
    const std::function<void(Expr, std::uint64_t)> visit = [&](Expr e, std::uint64_t factor) {
      if (e->kind == ExprKind::Add) {
        visit(e->args[0], factor);
        visit(e->args[1], factor);
      } else if (e->kind == ExprKind::Mul && e->args[1]->isConstant()) {
        visit(e->args[0], factor * static_cast<std::uint64_t>(e->args[1]->value));
      } else if (e->kind == ExprKind::Mul && e->args[0]->isConstant()) {
        visit(e->args[1], factor * static_cast<std::uint64_t>(e->args[0]->value));
      } else if (e->kind == ExprKind::Shl && e->args[1]->isConstant() && e->args[1]->value < 64) {
        visit(e->args[0], factor << static_cast<unsigned>(e->args[1]->value));
      } else if (contains(e, counted.counter)) {
        isLinear = isLinear && !stride && isMovedCounter(counted, e);
        stride = factor;
      }
    };
    visit(address, 1);
    return isLinear && stride && *stride >= bytes && *stride <= mostStride;
  }

  bool contains(Expr e, Expr symbol) const {
    bool result = false;
    program::forEachRegister(e, [&](program::RegisterId reg) { result = result || reg == symbol->index; });
    return result;
  }

  /// The counter plus a constant, extended.
  static bool isMovedCounter(const CountedLoop &counted, Expr e) {
    if (e->kind == ExprKind::ZExt || e->kind == ExprKind::SExt)
      e = e->args[0];
    return e == counted.counter ||
           (e->kind == ExprKind::Add && ((e->args[0] == counted.counter && e->args[1]->isConstant()) ||
                                         (e->args[1] == counted.counter && e->args[0]->isConstant())));
  }

  /// What a loop does, in terms of its counter.
  struct Course {
    Expr counter = nullptr;
    Expr first = nullptr;
    Expr step = nullptr;
    Expr condition = nullptr;
    Expr address = nullptr;
  };

  static Course courseOf(const CountedLoop &loop, Expr address) {
    return {loop.counter, loop.first, loop.step, loop.condition, address};
  }

  /// The same with a wider counter, which has the value of the own one, sign-extended: the loop continues while that is
  /// less than a number, so the step to the next number does not wrap around.
  std::optional<Course> extended(const Course &course, Expr counter) {
    const Expr condition = course.condition;
    if (condition->kind != ExprKind::Slt || condition->args[0] != course.counter ||
        contains(condition->args[1], course.counter) || course.step->value != 1)
      return std::nullopt;
    const unsigned width = counter->width;
    const Expr address = pool_.replace(course.address, pool_.sext(course.counter, width), counter);
    if (contains(address, course.counter))
      return std::nullopt;
    return Course{counter, pool_.sext(course.first, width), pool_.constant(1, width),
                  pool_.make(ExprKind::Slt, counter, pool_.sext(condition->args[1], width)), address};
  }

  bool isPair(const Start &start, const End &end) {
    const Loop &first = *start.loop.loop;
    const Loop &second = *end.loop.loop;
    if (end.width != start.width || first.contains(second.head) || second.contains(first.head) ||
        !alternate(start, end))
      return false;
    Locations between = reachableFrom(targetsOf(start.loop.leaving), {}, second.head);
    between.insert(first.body.begin(), first.body.end());
    between.insert(second.body.begin(), second.body.end());
    std::optional<Course> starting = courseOf(start.loop, start.address);
    std::optional<Course> ending = courseOf(end.loop, end.address);
    Expr counter = start.loop.counter;
    if (starting->counter->width != ending->counter->width) {
      std::optional<Course> &narrow = starting->counter->width < ending->counter->width ? starting : ending;
      counter = pool_.reg(extendedCounter, std::max(starting->counter->width, ending->counter->width));
      narrow = extended(*narrow, counter);
    }
    if (!starting || !ending || starting->step != ending->step)
      return false;
    const auto isSame = [&](Expr inStart, Expr inEnd) {
      const Expr a = lasting(inStart, start.loop, counter, between);
      return a != nullptr && a == lasting(inEnd, end.loop, counter, between);
    };
    const auto &store = std::get<program::Store>(start.store->operation);
    return isSame(starting->first, ending->first) && isSame(starting->condition, ending->condition) &&
           isSame(starting->address, ending->address) &&
           isUntouched({store.address, start.width / 8U}, start.store, between);
  }

  /// The expression, evaluated in the loop, in terms of what does not change from the start loop to the join loop, and
  /// of the loop's counter, for which `counter` stands. Null if there is no such expression.
  Expr lasting(Expr e, const CountedLoop &counted, Expr counter, const Locations &between) {
    bool isLasting = true;
    const Expr result = pool_.substitute(e, [&](Expr symbol) {
      const Expr other = symbol == counted.counter || symbol->index == extendedCounter
                             ? counter
                             : lastingSymbol(symbol, counted, counter, between);
      isLasting = isLasting && other != nullptr && other->width == symbol->width;
      return isLasting ? other : symbol;
    });
    return isLasting ? result : nullptr;
  }

  std::vector<LocationId> targetsOf(const std::vector<ActionId> &actions) const {
    std::vector<LocationId> result;
    for (const ActionId id : actions)
      result.push_back(cfa_.actions[id].to);
    return result;
  }

  /// Without the given actions, and without going on at the last location.
  Locations reachableFrom(std::vector<LocationId> pending, const std::vector<ActionId> &without,
                          std::optional<LocationId> last = std::nullopt) const {
    Locations seen(pending.begin(), pending.end());
    while (!pending.empty()) {
      const LocationId at = pending.back();
      pending.pop_back();
      if (at == last)
        continue;
      for (const ActionId id : cfa_.outgoing[at])
        if (std::ranges::count(without, id) == 0 && seen.insert(cfa_.actions[id].to).second)
          pending.push_back(cfa_.actions[id].to);
    }
    return seen;
  }

  /// Whether the join loop follows each time that the start loop ends by its condition, before that is entered again,
  /// and no other time; and if one of them is left in another way, neither is entered again.
  bool alternate(const Start &start, const End &end) const {
    const LocationId first = start.loop.loop->head;
    const LocationId second = end.loop.loop->head;
    if (reachableFrom({cfa_.entry}, start.loop.leaving).contains(second) ||
        reachableFrom(targetsOf(end.loop.loop->exits), start.loop.leaving).contains(second) ||
        reachableFrom(targetsOf(start.loop.leaving), {}, second).contains(first))
      return false;
    std::vector<LocationId> others;
    for (const CountedLoop *counted : {&start.loop, &end.loop})
      for (const ActionId id : counted->loop->exits)
        if (std::ranges::count(counted->leaving, id) == 0)
          others.push_back(cfa_.actions[id].to);
    const Locations afterwards = reachableFrom(others, {});
    return !afterwards.contains(first) && !afterwards.contains(second);
  }

  Expr lastingSymbol(Expr symbol, const CountedLoop &counted, Expr counter, const Locations &between) {
    const ValueNumbers::Definition &definition = values_->definitionOf(symbol);
    if (definition.kind == ValueNumbers::Definition::Kind::Initial || !between.contains(definition.location))
      return symbol;
    // Memory that is loaded in the same round, and does not change.
    if (definition.kind != ValueNumbers::Definition::Kind::Load || !counted.loop->contains(definition.location))
      return nullptr;
    const Expr address = lasting(definition.address, counted, counter, between);
    const Expr loaded = std::get<program::Load>(*definition.operation).address;
    if (address == nullptr || contains(address, counter) ||
        !isUntouched({loaded, symbol->width / 8U}, nullptr, between))
      return nullptr;
    const auto [entry, isNew] = contents_.try_emplace({address, symbol->width});
    if (isNew)
      entry->second = pool_.reg(firstContent - static_cast<program::RegisterId>(contents_.size()), symbol->width);
    return entry->second;
  }

  struct Bytes {
    Expr address = nullptr; // in main
    unsigned count = 0;
  };

  /// Whether nothing is stored there, except by the given instruction, by main at these locations and by other threads.
  bool isUntouched(const Bytes &bytes, const Instruction *except, const Locations &between) {
    const RegionSet regions = pointsTo_.regions(0, bytes.address, bytes.count);
    const Congruence place = congruences_.of(0, bytes.address);
    for (CfaId cfa = 0; cfa < program_.cfas.size(); ++cfa)
      for (const Action &action : program_.cfas[cfa].actions) {
        if (cfa == 0 && !between.contains(action.from))
          continue;
        for (const Instruction &instruction : action.instructions) {
          const auto *store = std::get_if<program::Store>(&instruction.operation);
          if (store == nullptr || &instruction == except)
            continue;
          const unsigned size = store->value->width / 8U;
          if (mayOverlap(regions, pointsTo_.regions(cfa, store->address, size)) &&
              mayOverlap(place, bytes.count, congruences_.of(cfa, store->address), size))
            return false;
        }
      }
    return true;
  }

  const program::Program &program_;
  const PointsTo &pointsTo_;
  program::ExprPool &pool_;
  const program::Cfa &cfa_;
  ControlFlow flow_;
  LoopInfo loops_;
  Congruences congruences_;
  std::optional<ValueNumbers> values_;
  std::map<std::pair<Expr, unsigned>, Expr> contents_; // by address and width: stands for what memory contains
};

} // namespace

std::vector<JoinLoop> joinLoopsOf(const program::Program &program, const PointsTo &pointsTo) {
  return JoinLoops(program, pointsTo).find();
}

} // namespace heddle::analysis

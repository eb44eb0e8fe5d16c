// Trip counts by abstract execution of the loop.
//
// Recognising counters by a pattern (start, increment, bound) fails on every unusual loop; executing the loop does
// not. The abstract state maps registers to constants or to "unknown". One iteration is one pass over the body in
// reverse post-order: known guards prune, unknown guards are followed both ways, and where paths merge, registers
// that differ become unknown. An inner loop is passed once, with all registers that it may write unknown at its
// head. After the pass,
//   - if no back edge was reached, the loop has ended;
//   - if a back edge was reached, there is one more trip, and if an exit was reached as well, the count is only an
//     upper bound from then on.
// If a state repeats, no known value bounds the loop (Brent's algorithm detects this with one saved state). Only
// registers that guards depend on are tracked, so a pass is cheap. Guards that are unknown in every iteration do not
// count: in `for (i = 0; i < n; i++)` with an unknown n, the state would change with i for as long as the limits allow,
// and no guard would ever fail. Nor are loops followed whose guards are known, but far from changing, as `i < SIZE_MAX`
// in a search for the end of a string: the distances between the operands of their comparisons, after two numbers of
// trips, say how many more trips it takes at this speed.
#include "analysis/trip_count.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace heddle::analysis {

namespace {

using program::Action;
using program::ActionId;
using program::Expr;
using program::LocationId;
using program::RegisterId;

constexpr std::uint64_t maxTrips = 1'000'000;
constexpr std::uint64_t maxLoopWork = 1'000'000; // instructions executed for one loop
constexpr std::size_t maxRegisters = 256;
constexpr unsigned maxDepth = 60; // of expressions
constexpr std::uint64_t tripsBeforeForecast = 1024;
/// Numbers of up to so many bits may be conditions, and wrap around within the limits.
constexpr unsigned widthOfConditions = 20;

using Values = std::vector<std::optional<Bits>>; // by index of a relevant register

/// An abstracted operation: a Guard (without a target), an assignment, or an unknown result.
struct Effect {
  static constexpr std::size_t none = SIZE_MAX;
  std::size_t target = none;
  Expr value = nullptr; // the Guard's condition, the value assigned, or nullptr: unknown
};

struct Edge {
  enum class Kind : std::uint8_t { Inner, Back, Exit };
  Kind kind = Kind::Inner;
  std::size_t target = 0; // Inner: a node
  std::vector<Effect> effects;
};

struct Node {
  std::vector<std::size_t> forgotten; // at the head of an inner loop: the registers that the loop may write
  std::vector<Edge> edges;
};

/// The loop's body in reverse post-order, restricted to the registers that guards depend on. Node 0 is the head.
class Simulation {
public:
  Simulation(const program::Cfa &cfa, const ControlFlow &flow, const LoopInfo &loops, const Loop &loop)
      : cfa_(cfa), flow_(flow), loops_(loops), loop_(loop) {}

  /// `initial`: the value of a register where the loop is entered. Returns false if too many registers would have to be
  /// tracked.
  bool build(const std::function<std::optional<Bits>(RegisterId)> &initial) {
    if (!collectRegisters(initial))
      return false;
    std::vector<LocationId> order = loop_.body;
    std::sort(order.begin(), order.end(),
              [this](LocationId a, LocationId b) { return flow_.position(a) < flow_.position(b); });
    std::unordered_map<LocationId, std::size_t> nodeOf;
    for (const LocationId location : order)
      nodeOf.emplace(location, nodeOf.size());
    for (const LocationId location : order) {
      Node node;
      if (location != loop_.head && loops_.isHead(location))
        node.forgotten = writtenIn(*loops_.loopAt(location));
      for (const ActionId id : cfa_.outgoing[location])
        addEdge(node, cfa_.actions[id], nodeOf);
      nodes_.push_back(std::move(node));
    }
    states_.resize(nodes_.size());
    reached_.resize(nodes_.size());
    return true;
  }

  std::optional<TripCount> run() {
    TripCount result{0, true};
    Values values = initial_;
    Values saved = values;
    std::uint64_t nextSave = 1;
    while (true) {
      const Pass pass = iterate(values);
      if (!pass.continues)
        return result;
      result.exact &= !pass.leaves;
      values = back_;
      if (values == saved || ++result.count > maxTrips || work_ > maxLoopWork)
        return std::nullopt;
      if (result.count == tripsBeforeForecast)
        measureDistances(values);
      if (result.count == 2 * tripsBeforeForecast && isFarFromChange(values))
        return std::nullopt;
      if (result.count == nextSave) {
        saved = values;
        nextSave *= 2;
      }
    }
  }

private:
  struct Pass {
    bool continues = false;
    bool leaves = false;
  };

  template <typename Visit> void forEachOperation(Visit visit) const {
    for (const LocationId location : loop_.body)
      for (const ActionId id : cfa_.outgoing[location])
        for (const program::Instruction &instruction : cfa_.actions[id].instructions)
          visit(instruction.operation);
  }

  /// The registers of guards, and those that assignments to them depend on; only of guards that may be known.
  bool collectRegisters(const std::function<std::optional<Bits>(RegisterId)> &initial) {
    std::vector<Expr> guards;
    std::unordered_map<RegisterId, std::vector<Expr>> assigned;
    forEachOperation([&](const program::Operation &operation) {
      if (const auto *guard = std::get_if<program::Guard>(&operation))
        guards.push_back(guard->condition);
      else if (const auto *assign = std::get_if<program::Assign>(&operation))
        assigned[assign->target].push_back(assign->value);
    });
    if (!addRegisters(guards, assigned))
      return false;
    const std::unordered_set<RegisterId> knowable = findKnowable(assigned, initial);
    std::erase_if(guards, [&](Expr guard) { return !mayBeKnown(guard, knowable); });
    registers_.clear();
    indexOf_.clear();
    addRegisters(guards, assigned);
    std::unordered_set<Expr> seen;
    for (const Expr guard : guards)
      addComparisons(guard, assigned, seen);
    for (const RegisterId reg : registers_)
      initial_.push_back(initial(reg));
    return true;
  }

  bool addRegisters(const std::vector<Expr> &guards, std::unordered_map<RegisterId, std::vector<Expr>> &assigned) {
    const auto add = [this](Expr e) {
      program::forEachRegister(e, [this](RegisterId reg) {
        if (indexOf_.emplace(reg, registers_.size()).second)
          registers_.push_back(reg);
      });
    };
    for (const Expr guard : guards)
      add(guard);
    for (std::size_t i = 0; i < registers_.size(); ++i) {
      if (registers_.size() > maxRegisters)
        return false;
      for (const Expr value : assigned[registers_[i]])
        add(value);
    }
    return true;
  }

  /// The comparisons of numbers on which the value of `e`, a condition, depends.
  void addComparisons(Expr e, std::unordered_map<RegisterId, std::vector<Expr>> &assigned,
                      std::unordered_set<Expr> &seen) {
    if (e->isConstant() || !seen.insert(e).second)
      return;
    switch (e->kind) {
    case program::ExprKind::Register:
      for (const Expr value : assigned[e->index])
        addComparisons(value, assigned, seen);
      return;
    case program::ExprKind::Eq:
    case program::ExprKind::Ult:
    case program::ExprKind::Ule:
    case program::ExprKind::Slt:
    case program::ExprKind::Sle:
      if (e->args[0]->width > widthOfConditions) {
        comparisons_.push_back(e);
        return;
      }
      [[fallthrough]];
    case program::ExprKind::Not:
    case program::ExprKind::And:
    case program::ExprKind::Or:
    case program::ExprKind::Ite:
    case program::ExprKind::ZExt:
      for (unsigned i = 0; i < program::arity(e->kind); ++i)
        addComparisons(e->args[i], assigned, seen);
      return;
    default:
      areAllComparisons_ = false;
    }
  }

  /// The registers that may have a known value in some iteration.
  std::unordered_set<RegisterId> findKnowable(std::unordered_map<RegisterId, std::vector<Expr>> &assigned,
                                              const std::function<std::optional<Bits>(RegisterId)> &initial) const {
    std::unordered_set<RegisterId> knowable;
    for (const RegisterId reg : registers_)
      if (initial(reg))
        knowable.insert(reg);
    for (bool grows = true; grows;) {
      grows = false;
      for (const RegisterId reg : registers_)
        if (!knowable.contains(reg) &&
            std::ranges::any_of(assigned[reg], [&](Expr value) { return mayBeKnown(value, knowable); }))
          grows = knowable.insert(reg).second;
    }
    return knowable;
  }

  /// Whether `evaluate` may return a value if only these registers have one.
  static bool mayBeKnown(Expr root, const std::unordered_set<RegisterId> &knowable) {
    std::unordered_map<Expr, bool> known; // expressions share parts
    const std::function<bool(Expr, unsigned)> visit = [&](Expr e, unsigned depth) {
      if (e->isConstant() || depth > maxDepth)
        return true;
      if (e->isRegister())
        return knowable.contains(e->index);
      if (const auto found = known.find(e); found != known.end())
        return found->second;
      const auto operand = [&](unsigned i) { return visit(e->args[i], depth + 1); };
      bool result = true;
      switch (e->kind) {
      case program::ExprKind::And:
      case program::ExprKind::Or:
      case program::ExprKind::Mul:
        result = operand(0) || operand(1);
        break;
      case program::ExprKind::Ite:
        result = operand(0) || (operand(1) && operand(2));
        break;
      default:
        for (unsigned i = 0; result && i < program::arity(e->kind); ++i)
          result = operand(i);
      }
      known.emplace(e, result);
      return result;
    };
    return visit(root, 0);
  }

  /// By actions that stay in the loop: one that leaves it is followed by itself.
  std::vector<std::size_t> writtenIn(const Loop &inner) const {
    std::vector<std::size_t> written;
    for (const LocationId location : inner.body)
      for (const ActionId id : cfa_.outgoing[location])
        for (const program::Instruction &instruction : cfa_.actions[id].instructions)
          if (const auto known = indexOf_.find(program::writtenRegister(instruction.operation));
              known != indexOf_.end() && inner.contains(cfa_.actions[id].to))
            written.push_back(known->second);
    return written;
  }

  void addEdge(Node &node, const Action &action, const std::unordered_map<LocationId, std::size_t> &nodeOf) const {
    Edge edge;
    const auto target = nodeOf.find(action.to);
    if (target == nodeOf.end())
      edge.kind = Edge::Kind::Exit;
    else if (action.to == loop_.head)
      edge.kind = Edge::Kind::Back;
    else if (flow_.isRetreating(action))
      return; // a back edge of an inner loop, whose head represents all of its iterations
    else
      edge.target = target->second;
    for (const program::Instruction &instruction : action.instructions) {
      if (const auto *guard = std::get_if<program::Guard>(&instruction.operation)) {
        edge.effects.push_back({Effect::none, guard->condition});
        continue;
      }
      const auto written = indexOf_.find(program::writtenRegister(instruction.operation));
      if (written == indexOf_.end())
        continue;
      const auto *assign = std::get_if<program::Assign>(&instruction.operation);
      edge.effects.push_back({written->second, assign != nullptr ? assign->value : nullptr});
    }
    node.edges.push_back(std::move(edge));
  }

  /// One trip from the head with these values; `back_` receives the values on the back edges.
  Pass iterate(const Values &values) {
    Pass pass;
    std::fill(reached_.begin(), reached_.end(), false);
    states_[0] = values;
    reached_[0] = true;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      if (!reached_[i])
        continue;
      for (const std::size_t reg : nodes_[i].forgotten)
        states_[i][reg].reset();
      for (const Edge &edge : nodes_[i].edges) {
        Values after = states_[i];
        if (!follow(edge, after))
          continue;
        if (edge.kind == Edge::Kind::Exit) {
          pass.leaves = true;
        } else if (edge.kind == Edge::Kind::Back) {
          join(back_, after, pass.continues);
          pass.continues = true;
        } else {
          join(states_[edge.target], after, reached_[edge.target]);
          reached_[edge.target] = true;
        }
      }
    }
    return pass;
  }

  /// Notes how far the operands of each comparison are apart.
  void measureDistances(const Values &values) {
    distances_.clear();
    for (const Expr comparison : comparisons_)
      distances_.push_back(distance(comparison, values));
  }

  /// Whether no comparison changes its result before a limit is reached, if distances shrink as they have done since
  /// they were noted.
  bool isFarFromChange(const Values &values) {
    if (!areAllComparisons_)
      return false;
    const std::uint64_t workOfTrips = work_ / 2; // about that of the trips since then
    const std::uint64_t more =
        std::min(maxTrips, maxLoopWork / std::max<std::uint64_t>(workOfTrips, 1) * tripsBeforeForecast);
    for (std::size_t i = 0; i < comparisons_.size(); ++i) {
      const std::optional<Bits> now = distance(comparisons_[i], values);
      if (!now || !distances_[i] || *now >= *distances_[i])
        continue; // unknown, or not shrinking
      if (*now / (*distances_[i] - *now) <= more / tripsBeforeForecast)
        return false;
    }
    return true;
  }

  std::optional<Bits> distance(Expr comparison, const Values &values) const {
    const std::function<std::optional<Bits>(RegisterId)> lookUp = [&](RegisterId reg) { return valueOf(reg, values); };
    const std::optional<Bits> a = evaluate(comparison->args[0], lookUp);
    const std::optional<Bits> b = evaluate(comparison->args[1], lookUp);
    if (!a || !b)
      return std::nullopt;
    const Bits mask = support::mask(comparison->args[0]->width);
    return std::min((*a - *b) & mask, (*b - *a) & mask);
  }

  std::optional<Bits> valueOf(RegisterId reg, const Values &values) const {
    const auto known = indexOf_.find(reg);
    return known == indexOf_.end() ? std::optional<Bits>{} : values[known->second];
  }

  /// Executes the edge; returns false if a guard is known to fail.
  bool follow(const Edge &edge, Values &values) {
    const std::function<std::optional<Bits>(RegisterId)> lookUp = [&](RegisterId reg) { return valueOf(reg, values); };
    for (const Effect &effect : edge.effects) {
      ++work_;
      const std::optional<Bits> value = effect.value == nullptr ? std::nullopt : evaluate(effect.value, lookUp);
      if (effect.target != Effect::none)
        values[effect.target] = value;
      else if (value && *value == 0)
        return false;
    }
    return true;
  }

  /// Keeps the values on which both agree; the first values to arrive are kept as they are.
  static void join(Values &into, const Values &from, bool alreadyReached) {
    if (!alreadyReached) {
      into = from;
      return;
    }
    for (std::size_t i = 0; i < into.size(); ++i)
      if (into[i] != from[i])
        into[i].reset();
  }

  const program::Cfa &cfa_;
  const ControlFlow &flow_;
  const LoopInfo &loops_;
  const Loop &loop_;
  std::vector<RegisterId> registers_;
  std::unordered_map<RegisterId, std::size_t> indexOf_;
  Values initial_;
  std::vector<Expr> comparisons_;              // on which guards depend
  bool areAllComparisons_ = true;              // guards depend on nothing else
  std::vector<std::optional<Bits>> distances_; // by comparison
  std::vector<Node> nodes_;
  std::vector<Values> states_; // by node, valid where reached
  std::vector<bool> reached_;
  Values back_;
  std::uint64_t work_ = 0;
};

} // namespace

std::optional<TripCount> TripCounter::count(const Loop &loop) {
  const auto initial = [&](RegisterId reg) -> std::optional<Bits> {
    // A loop at the start of the thread is also entered with the unknown initial values of registers.
    if (loop.head == cfa_.entry)
      return std::nullopt;
    std::optional<Bits> value;
    bool isFirst = true;
    for (const ActionId entry : loop.entries) {
      const std::optional<Bits> fromHere = constants_.after(entry, reg);
      value = isFirst || value == fromHere ? fromHere : std::nullopt;
      isFirst = false;
    }
    return value;
  };
  Simulation simulation(cfa_, flow_, loops_, loop);
  if (!simulation.build(initial))
    return std::nullopt;
  return simulation.run();
}

} // namespace heddle::analysis

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
// registers that guards depend on are tracked, so a pass is cheap.
#include "analysis/trip_count.hpp"

#include <algorithm>
#include <unordered_map>
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

  /// Returns false if too many registers would have to be tracked.
  bool build() {
    if (!collectRegisters())
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

  const std::vector<RegisterId> &registers() const { return registers_; }

  std::optional<TripCount> run(Values values) {
    TripCount result{0, true};
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

  /// The registers of guards, and those that assignments to them depend on.
  bool collectRegisters() {
    std::unordered_map<RegisterId, std::vector<Expr>> assigned;
    const auto add = [this](Expr e) {
      program::forEachRegister(e, [this](RegisterId reg) {
        if (indexOf_.emplace(reg, registers_.size()).second)
          registers_.push_back(reg);
      });
    };
    forEachOperation([&](const program::Operation &operation) {
      if (const auto *guard = std::get_if<program::Guard>(&operation))
        add(guard->condition);
      else if (const auto *assign = std::get_if<program::Assign>(&operation))
        assigned[assign->target].push_back(assign->value);
    });
    for (std::size_t i = 0; i < registers_.size(); ++i) {
      if (registers_.size() > maxRegisters)
        return false;
      for (const Expr value : assigned[registers_[i]])
        add(value);
    }
    return true;
  }

  std::vector<std::size_t> writtenIn(const Loop &inner) const {
    std::vector<std::size_t> written;
    for (const LocationId location : inner.body)
      for (const ActionId id : cfa_.outgoing[location])
        for (const program::Instruction &instruction : cfa_.actions[id].instructions)
          if (const auto known = indexOf_.find(program::writtenRegister(instruction.operation));
              known != indexOf_.end())
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

  /// Executes the edge; returns false if a guard is known to fail.
  bool follow(const Edge &edge, Values &values) {
    const std::function<std::optional<Bits>(RegisterId)> lookUp = [this, &values](RegisterId reg) {
      const auto known = indexOf_.find(reg);
      return known == indexOf_.end() ? std::optional<Bits>{} : values[known->second];
    };
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
  std::vector<Node> nodes_;
  std::vector<Values> states_; // by node, valid where reached
  std::vector<bool> reached_;
  Values back_;
  std::uint64_t work_ = 0;
};

} // namespace

std::optional<TripCount> TripCounter::count(const Loop &loop) {
  Simulation simulation(cfa_, flow_, loops_, loop);
  if (!simulation.build())
    return std::nullopt;
  Values values;
  for (const RegisterId reg : simulation.registers()) {
    std::optional<Bits> value;
    bool isFirst = true;
    for (const ActionId entry : loop.entries) {
      const std::optional<Bits> fromHere = constants_.after(entry, reg);
      value = isFirst || value == fromHere ? fromHere : std::nullopt;
      isFirst = false;
    }
    // A loop at the start of the thread is also entered with the unknown initial values of registers.
    values.push_back(loop.head == cfa_.entry ? std::nullopt : value);
  }
  return simulation.run(std::move(values));
}

} // namespace heddle::analysis

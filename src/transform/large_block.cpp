// Large-block encoding (Beyer et al., FMCAD 2009), adapted to threads as in Theta (seed paper 004): blocks end where
// another thread can observe the difference. From every location that is kept, paths are followed as far as the rules
// of line.cpp allow; each path becomes one action.
//
// The entry, the exit and every head of a loop are kept, so every cycle contains a kept location and all paths are
// finite. Outside atomic blocks, locations where paths merge are kept as well, so that nothing after them is
// duplicated. Inside a block paths continue through merge points, because a block that is one action is worth several
// copies of its end; a limit for each location and one for the whole automaton bound the growth, and beyond them merge
// points are kept as well. A line passes a location only if all of its outgoing actions can be appended: either all
// alternatives are merged into the line, or none.
#include "transform/large_block.hpp"

#include "analysis/flow_order.hpp"
#include "analysis/initialisation.hpp"
#include "analysis/points_to.hpp"
#include "transform/compact.hpp"
#include "transform/line.hpp"
#include "transform/propagate.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <unordered_set>

namespace heddle::transform {

using namespace program;

namespace {

/// The operands of nested operators of that kind; the condition itself if it has another kind.
std::vector<Expr> operandsOf(ExprKind kind, Expr condition) {
  std::vector<Expr> operands;
  std::vector<Expr> stack{condition};
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    if (e->kind != kind) {
      operands.push_back(e);
      continue;
    }
    stack.push_back(e->args[0]);
    stack.push_back(e->args[1]);
  }
  return operands;
}

/// Whether at least one of the conditions always holds. This is so if one of them can fail only if another holds: the
/// complement of each of its conjuncts is a condition, or a disjunct of one.
bool areExhaustive(const std::vector<Expr> &conditions, ExprPool &pool) {
  std::unordered_set<Expr> sufficient(conditions.begin(), conditions.end());
  for (const Expr condition : conditions)
    for (const Expr disjunct : operandsOf(ExprKind::Or, condition))
      sufficient.insert(disjunct);
  return std::any_of(conditions.begin(), conditions.end(), [&](Expr condition) {
    if (condition->isTrue() || sufficient.contains(pool.negate(condition)))
      return true;
    const std::vector<Expr> conjuncts = operandsOf(ExprKind::And, condition);
    return std::all_of(conjuncts.begin(), conjuncts.end(),
                       [&](Expr conjunct) { return sufficient.contains(pool.negate(conjunct)); });
  });
}

bool isBlocking(const Instruction &instruction) {
  return std::holds_alternative<Guard>(instruction.operation) || std::holds_alternative<Join>(instruction.operation);
}

/// Whether some action out of the location is enabled whenever a thread is there.
bool isTotal(const Cfa &cfa, LocationId location, ExprPool &pool) {
  std::vector<Expr> conditions;
  for (const ActionId id : cfa.outgoing[location]) {
    const std::vector<Instruction> &instructions = cfa.actions[id].instructions;
    const auto blocking = std::count_if(instructions.begin(), instructions.end(), isBlocking);
    if (blocking == 0)
      return true;
    // The condition of a first Guard refers to the registers on arrival at the location.
    const auto *guard = std::get_if<Guard>(&instructions.front().operation);
    if (blocking == 1 && guard != nullptr)
      conditions.push_back(guard->condition);
  }
  return areExhaustive(conditions, pool);
}

class Merger {
public:
  Merger(Cfa &cfa, ExprPool &pool, const Line::Facts &facts, const LargeBlockOptions &options)
      : cfa_(cfa), facts_(facts), options_(options), pool_(pool), stays_(cfa.locations.size(), false),
        incoming_(cfa.locations.size(), 0) {
    const analysis::FlowOrder flow(cfa);
    stays_[cfa.entry] = stays_[cfa.exit] = true;
    std::size_t instructions = 0;
    for (const Action &action : cfa.actions) {
      if (flow.isRetreating(action))
        stays_[action.to] = true;
      ++incoming_[action.to];
      instructions += action.instructions.size();
    }
    budget_ = options.maxGrowth * (instructions + cfa.actions.size());
    for (LocationId location = 0; location < cfa.locations.size(); ++location)
      passages_.push_back({cfa.locations[location].atomic, isTotal(cfa, location, pool)});
  }

  void run() {
    std::vector<bool> queued(cfa_.locations.size(), false);
    std::deque<LocationId> worklist{cfa_.entry};
    queued[cfa_.entry] = true;
    std::vector<Action> merged;
    while (!worklist.empty()) {
      const LocationId start = worklist.front();
      worklist.pop_front();
      const std::size_t first = merged.size();
      follow(start, merged);
      for (std::size_t i = first; i < merged.size(); ++i) {
        const LocationId target = merged[i].to;
        if (!queued[target])
          worklist.push_back(target);
        queued[target] = true;
      }
    }
    replaceActions(cfa_, std::move(merged));
  }

private:
  struct Path {
    Line line;
    LocationId end;
    bool met = false; // it has passed a merge point
  };

  /// All lines from `start`, in order of evaluation.
  void follow(LocationId start, std::vector<Action> &merged) {
    std::vector<Path> pending; // a stack: the next in order is last
    const std::vector<ActionId> &first = cfa_.outgoing[start];
    for (auto id = first.rbegin(); id != first.rend(); ++id) {
      Line line(passages_[start].atomic, facts_);
      line.append(cfa_.actions[*id]);
      pending.push_back({std::move(line), cfa_.actions[*id].to, false});
    }
    std::size_t done = 0;
    while (!pending.empty()) {
      Path path = std::move(pending.back());
      pending.pop_back();
      if (!passes(path, done + pending.size())) {
        finish(start, path, merged);
        ++done;
        continue;
      }
      const LocationId via = path.end;
      path.met = path.met || incoming_[via] > 1;
      const std::vector<ActionId> &next = cfa_.outgoing[via];
      for (std::size_t i = next.size(); i-- > 0;) {
        const Action &action = cfa_.actions[next[i]];
        pending.push_back(i == 0 ? std::move(path) : path); // NOLINT(bugprone-use-after-move): in the last iteration
        pending.back().line.append(action, passages_[via]);
        pending.back().end = action.to;
      }
    }
  }

  bool passes(const Path &path, std::size_t otherPaths) const {
    const LocationId location = path.end;
    const std::vector<ActionId> &next = cfa_.outgoing[location];
    if (stays_[location] || next.empty())
      return false;
    const bool isJump = next.size() == 1 && cfa_.actions[next.front()].instructions.empty();
    if (isJump)
      return true;
    const bool meeting = path.met || incoming_[location] > 1;
    if (meeting && (!passages_[location].atomic || spent_ >= budget_))
      return false;
    if (next.size() > 1 && (otherPaths + next.size() > options_.maxActionsPerLocation || spent_ >= budget_))
      return false;
    return std::all_of(next.begin(), next.end(), [&](ActionId id) {
      const Action &action = cfa_.actions[id];
      return path.line.instructions().size() + action.instructions.size() <= options_.maxInstructions &&
             path.line.accepts(action, passages_[location]);
    });
  }

  void finish(LocationId start, const Path &path, std::vector<Action> &merged) {
    Action action{start, path.end, path.line.instructions()};
    spent_ += action.instructions.size() + 1;
    if (propagateWithin(action.instructions, pool_))
      merged.push_back(std::move(action));
  }

  Cfa &cfa_;
  const Line::Facts &facts_;
  const LargeBlockOptions &options_;
  ExprPool &pool_;
  std::vector<bool> stays_;
  std::vector<std::size_t> incoming_;
  std::vector<Passage> passages_;
  std::size_t budget_ = 0;
  std::size_t spent_ = 0;
};

/// Whether the access certainly lies within a static object.
bool isSurelyValid(const Program &program, const Load &load) {
  if (!load.address->isConstant())
    return false;
  const ObjectId id = program.pointers.object(load.address->value);
  const std::uint64_t offset = program.pointers.offset(load.address->value);
  if (id == nullObject || id >= program.objects.size())
    return false;
  const StaticObject &object = program.objects[id];
  return object.kind != StaticObject::Kind::Function && offset + load.width / 8U <= object.size;
}

} // namespace

void mergeLargeBlocks(Program &program, const LargeBlockOptions &options) {
  const analysis::PointsTo pointsTo(program);
  const analysis::Initialisation initialisation(program, pointsTo);
  for (CfaId id = 0; id < program.cfas.size(); ++id) {
    std::unordered_map<Expr, bool> initialised; // by address
    const Line::Facts facts = [&](const Load &load) {
      const auto [entry, isNew] = initialised.try_emplace(load.address, false);
      if (isNew)
        entry->second = initialisation.isInitialised(id, load);
      return LoadFacts{entry->second, isSurelyValid(program, load)};
    };
    Merger(program.cfas[id], *program.expressions, facts, options).run();
  }
}

} // namespace heddle::transform

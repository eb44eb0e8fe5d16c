// Whether every join is valid, for any number of threads, and which actions main takes.
//
// The abstraction does not know which threads exist. But if only main joins and detaches, and what it does depends on
// nothing that other threads or inputs decide, then main is the same sequence of actions in all executions, up to the
// point where it stops or waits. Here this sequence is executed symbolically: inputs, the handles of started threads
// and all memory that other threads may write have arbitrary values. At each point at most one action may lead on.
// Every handle that is joined or detached must be that of a thread that main has started, for the first time.
#include "proof/action_semantics.hpp"
#include "proof/parametric_facts.hpp"

#include <algorithm>
#include <set>

namespace heddle::proof {

using program::CfaId;
using program::ObjectId;

namespace {

constexpr std::size_t mostActionsOfMain = 20'000;
constexpr std::size_t mostInputs = 1'000'000;

template <typename Op> bool isOf(const program::Instruction &instruction) {
  return std::holds_alternative<Op>(instruction.operation);
}

bool mayJoin(const program::Cfa &cfa) {
  return std::any_of(cfa.actions.begin(), cfa.actions.end(), [](const program::Action &action) {
    return std::any_of(action.instructions.begin(), action.instructions.end(), [](const program::Instruction &i) {
      return isOf<program::Join>(i) || isOf<program::Detach>(i);
    });
  });
}

/// A handle may have been extended, and cut to its width again.
Expr withoutConversions(Expr e) {
  while (e->kind == program::ExprKind::ZExt || (e->kind == program::ExprKind::Extract && e->index == 0))
    e = e->args[0];
  return e;
}

class MainAlone {
public:
  MainAlone(const ReachabilityProof &base, Vocabulary &vocabulary, Provenance &provenance, Queries &queries)
      : proof_(base), program_(vocabulary.program()), vocabulary_(vocabulary), provenance_(provenance),
        queries_(queries), taken_(program_.cfas[0].actions.size()) {}

  const std::vector<bool> &taken() const { return taken_; }

  bool run(std::size_t mostActions) {
    for (const Origin &written : provenance_.writtenByOthers())
      if (written.object != program::nullObject)
        foreign_.insert(written.object);
    const std::vector<Expr> nothing;
    ActionSemantics start(vocabulary_, provenance_, proof_, queries_, nothing);
    Control control;
    control.threads.push_back(start.arriveAt(0, program_.cfas[0].entry, false));
    SymbolicState state = SymbolicState::initial(vocabulary_, control);
    for (std::size_t i = 0; i < mostActions && state.inputs.size() < mostInputs; ++i) {
      // No other thread moves inside a step.
      if (i == 0 || state.control.threads[0].resting)
        forgetForeignMemory(state);
      ActionSemantics semantics(vocabulary_, provenance_, proof_, queries_, nothing);
      semantics.openThreads(true);
      std::vector<Successor> next;
      for (const program::ActionId action : semantics.candidates(state.control.threads[0]))
        for (Successor &successor : semantics.execute(state, 0, action))
          if (const bool isStep = successor.kind == Successor::Kind::Step;
              (isStep || !taken_[action]) && isPossible(successor.state.conditions)) {
            taken_[action] = true;
            if (isStep)
              next.push_back(std::move(successor));
          }
      const bool mayRest = canRest(state.control.threads[0]);
      if (next.empty() && !mayRest)
        return true; // main stops, and joins no thread any more
      if (next.empty()) {
        state.control.threads[0].resting = true;
        continue;
      }
      const bool isOnlyWay = next.size() == 1 && (!mayRest || isCertain(next.front().state.conditions));
      if (!isOnlyWay || !takes(next.front()))
        return false;
      if (!next.front().state.control.threads[0].isActive())
        return true;
      state = std::move(next.front().state);
      state.control.threads.resize(1);
      state.conditions.clear(); // nothing follows from them
    }
    return false;
  }

private:
  /// Whether the thread may go from its local work to a visible action without taking an action.
  bool canRest(const Thread &thread) const {
    const program::Cfa &cfa = program_.cfas[0];
    return !thread.resting && !cfa.locations[thread.location].atomic &&
           std::any_of(cfa.outgoing[thread.location].begin(), cfa.outgoing[thread.location].end(),
                       [&](program::ActionId id) { return program::isVisible(cfa.actions[id]); });
  }

  bool takes(const Successor &successor) {
    for (const Expr handle : successor.settled) {
      const Expr thread = withoutConversions(handle);
      if (handle->width < thread->width || !started_.contains(thread) || !settled_.insert(thread).second)
        return false;
    }
    program::ExprPool &pool = vocabulary_.pool();
    for (const Expr handle : successor.handles) {
      started_.insert(handle);
      // It is positive, and main, which has the handle 1, exists.
      facts_.push_back(pool.make(program::ExprKind::Slt, pool.constant(1, handle->width), handle));
    }
    return true;
  }

  bool isPossible(const std::vector<Expr> &conditions) {
    return conditions.empty() || queries_.findModel(facts_, conditions);
  }

  bool isCertain(const std::vector<Expr> &conditions) {
    Expr all = vocabulary_.pool().boolean(true);
    for (const Expr condition : conditions)
      all = vocabulary_.pool().conjunction(all, condition);
    return all->isTrue() || !isPossible({vocabulary_.pool().negate(all)});
  }

  void forgetForeignMemory(SymbolicState &state) {
    for (const ObjectId id : foreign_) {
      const std::uint64_t size = program_.objects[id].size;
      for (std::uint64_t at = 0; at < size;) {
        const unsigned bytes = size - at >= 8 ? 8 : 1;
        const Expr value =
            vocabulary_.ofInput(state.firstInput + static_cast<unsigned>(state.inputs.size()), bytes * 8);
        state.inputs.push_back(value);
        state.write(id, at, value, vocabulary_.pool().boolean(true));
        at += bytes;
      }
    }
  }

  const ReachabilityProof &proof_;
  const program::Program &program_;
  Vocabulary &vocabulary_;
  Provenance &provenance_;
  Queries &queries_;
  std::set<ObjectId> foreign_; // static objects that other threads may write
  std::vector<Expr> facts_;    // about the handles of started threads
  std::set<Expr> started_;
  std::set<Expr> settled_;
  std::vector<bool> taken_; // by action
};

} // namespace

std::optional<std::vector<bool>> courseOfMain(const ReachabilityProof &base, Vocabulary &vocabulary,
                                              Provenance &provenance, Queries &queries, std::size_t mostActions) {
  const auto &cfas = vocabulary.program().cfas;
  if (std::any_of(cfas.begin() + 1, cfas.end(), mayJoin))
    return std::nullopt;
  MainAlone main(base, vocabulary, provenance, queries);
  return main.run(mostActions) ? std::optional(main.taken()) : std::nullopt;
}

bool joinsAreValid(const ReachabilityProof &base, Vocabulary &vocabulary, Provenance &provenance, Queries &queries) {
  const auto &cfas = vocabulary.program().cfas;
  return std::none_of(cfas.begin(), cfas.end(), mayJoin) ||
         courseOfMain(base, vocabulary, provenance, queries, mostActionsOfMain).has_value();
}

} // namespace heddle::proof

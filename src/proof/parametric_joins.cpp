// Whether every join is valid, for any number of threads, and which actions main takes.
//
// The abstraction does not know which threads exist. But if only main joins and detaches, and what it does depends on
// nothing that other threads or inputs decide, then main is the same sequence of actions in all executions, up to the
// point where it stops or waits. Here this sequence is executed symbolically: inputs, the handles of started threads
// and all memory that other threads may write have arbitrary values. At each point at most one action may lead on, or
// the ways meet again before main starts or joins threads (main_detour.hpp): then whatever is written on one of the
// ways has arbitrary values from then on. Every handle that is joined or detached must be that of a thread that main
// has started, for the first time.
#include "proof/action_semantics.hpp"
#include "proof/main_detour.hpp"
#include "proof/parametric_facts.hpp"

#include <algorithm>
#include <map>
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
        queries_(queries) {
    course_.taken.resize(program_.cfas[0].actions.size());
  }

  MainCourse takeCourse() { return std::move(course_); }

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
      queries_.poll();
      ActionSemantics semantics(vocabulary_, provenance_, proof_, queries_, nothing);
      semantics.openThreads(true);
      semantics.forgetContents(foreign_);
      std::vector<Successor> next;
      program::ActionId only = noAction;
      std::set<program::ActionId> ending;
      for (const program::ActionId action : semantics.candidates(state.control.threads[0]))
        for (Successor &successor : semantics.execute(state, 0, action)) {
          const bool isStep = successor.kind == Successor::Kind::Step;
          if ((isStep || !course_.taken[action]) && !isPossible(successor.state.conditions))
            continue;
          course_.taken[action] = true;
          if (isStep) {
            next.push_back(std::move(successor));
            only = action;
          } else {
            ending.insert(action);
          }
        }
      // Where main stops within another action, that is not listed.
      ending.erase(only);
      course_.elsewhere.insert(ending.begin(), ending.end());
      const bool mayRest = canRest(state.control.threads[0]);
      if (next.empty() && !mayRest)
        return true; // main stops, and joins no thread any more
      if (next.empty()) {
        state.control.threads[0].resting = true;
        continue;
      }
      const bool isOnlyWay = next.size() == 1 && (!mayRest || isCertain(next.front().state.conditions));
      if (!isOnlyWay) {
        const std::optional<MainDetour> detour = mainDetour(program_.cfas[0], possibleActions(semantics, state));
        if (!detour)
          return false;
        forgetWritten(state, detour->actions);
        if (!detour->end)
          return true;
        state.control.threads[0] = start.arriveAt(0, *detour->end, false);
        continue;
      }
      if (!takes(next.front()))
        return false;
      list(only, next.front(), i);
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

  /// The actions that main may take next, whether it rests first or not.
  std::vector<program::ActionId> possibleActions(ActionSemantics &semantics, SymbolicState state) {
    std::set<program::ActionId> result;
    for (const bool rests : {false, true}) {
      Thread &main = state.control.threads[0];
      if (rests && !main.resting && !canRest(main))
        continue;
      main.resting = main.resting || rests;
      for (const program::ActionId action : semantics.candidates(main))
        for (const Successor &successor : semantics.execute(state, 0, action))
          if (isPossible(successor.state.conditions))
            result.insert(action);
    }
    return {result.begin(), result.end()};
  }

  /// What the actions may have written has arbitrary values.
  void forgetWritten(SymbolicState &state, const std::vector<program::ActionId> &actions) {
    for (const program::ActionId id : actions) {
      course_.taken[id] = true;
      course_.elsewhere.insert(id);
      for (const program::Instruction &instruction : program_.cfas[0].actions[id].instructions) {
        if (const program::RegisterId reg = program::writtenRegister(instruction.operation);
            reg != program::noRegister) {
          const Expr input = vocabulary_.ofInput(state.firstInput + static_cast<unsigned>(state.inputs.size()),
                                                 program_.cfas[0].registers[reg].width);
          state.inputs.push_back(input);
          state.setRegister(0, 0, reg, input);
        }
        const auto *store = std::get_if<program::Store>(&instruction.operation);
        if (store == nullptr)
          continue;
        for (const Target &target : provenance_.targetsOf(0, store->address)) {
          if (target.origin.object != program::nullObject)
            foreign_.insert(target.origin.object);
          for (const Object &object : state.control.objects)
            if (originOf(object) == target.origin)
              state.make(object.id, false);
        }
      }
    }
  }

  bool takes(const Successor &successor) {
    for (const Expr handle : successor.settled) {
      const Expr thread = withoutConversions(handle);
      if (handle->width < thread->width || !started_.contains(thread) || !settled_.insert(thread).second)
        return false;
    }
    program::ExprPool &pool = vocabulary_.pool();
    std::size_t started = 0;
    for (const Expr handle : successor.handles) {
      started_.emplace(handle, course_.threads.size() + started++);
      // It is positive, and main, which has the handle 1, exists.
      facts_.push_back(pool.make(program::ExprKind::Slt, pool.constant(1, handle->width), handle));
    }
    return true;
  }

  /// Lists the accesses of the action, and the threads that it starts and joins.
  void list(program::ActionId action, const Successor &successor, std::size_t number) {
    for (const MemoryAccess &access : successor.memory)
      course_.accesses[{action, access.instruction}].push_back({number, access.address});
    const std::vector<program::Instruction> &instructions = program_.cfas[0].actions[action].instructions;
    const std::vector<Thread> &threads = successor.state.control.threads;
    unsigned slot = 0;
    for (const program::Instruction &instruction : instructions)
      if (const auto *spawn = std::get_if<program::Spawn>(&instruction.operation)) {
        ++slot;
        MainCourse::Thread thread{.cfa = spawn->cfa, .argument = nullptr, .start = number};
        const program::RegisterId reg = program_.cfas[spawn->cfa].argument;
        const bool isOnly = successor.handles.size() == 1 && threads.size() == 2 && threads[1].cfa == spawn->cfa;
        if (isOnly && reg != program::noRegister)
          thread.argument = successor.state.reg(slot, spawn->cfa, reg);
        course_.threads.push_back(thread);
      }
    const bool detaches = std::any_of(instructions.begin(), instructions.end(),
                                      [](const program::Instruction &i) { return isOf<program::Detach>(i); });
    if (!detaches)
      for (const Expr handle : successor.settled)
        course_.threads[started_.at(withoutConversions(handle))].join = number;
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

  const ReachabilityProof &proof_;
  const program::Program &program_;
  Vocabulary &vocabulary_;
  Provenance &provenance_;
  Queries &queries_;
  std::set<ObjectId> foreign_; // static objects that other threads may write, or that a detour may have written
  std::vector<Expr> facts_;    // about the handles of started threads
  std::map<Expr, std::size_t> started_; // handles, and indices of `threads`
  std::set<Expr> settled_;
  MainCourse course_;
};

} // namespace

std::optional<MainCourse> courseOfMain(const ReachabilityProof &base, Vocabulary &vocabulary, Provenance &provenance,
                                       Queries &queries, std::size_t mostActions) {
  const auto &cfas = vocabulary.program().cfas;
  if (std::any_of(cfas.begin() + 1, cfas.end(), mayJoin))
    return std::nullopt;
  MainAlone main(base, vocabulary, provenance, queries);
  return main.run(mostActions) ? std::optional(main.takeCourse()) : std::nullopt;
}

bool joinsAreValid(const ReachabilityProof &base, Vocabulary &vocabulary, Provenance &provenance, Queries &queries) {
  const auto &cfas = vocabulary.program().cfas;
  return std::none_of(cfas.begin(), cfas.end(), mayJoin) ||
         courseOfMain(base, vocabulary, provenance, queries, mostActionsOfMain).has_value();
}

} // namespace heddle::proof

#include "engines/parametric/concrete_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace heddle::engines::parametric {

using reachability::Control;
using reachability::ThreadStatus;
using LocalId = ThreadSystem::LocalId;

namespace {

/// Of what is tried for a race: the ways through one step, their transitions, and the paths.
constexpr std::size_t mostWays = 8;
constexpr std::size_t mostOfStep = 64;
constexpr std::size_t mostPaths = 24;

Expr isBelow(program::ExprPool &pool, Expr address, Expr other, unsigned bytes) {
  return pool.make(program::ExprKind::Ult, address, pool.add(other, pool.constant(bytes, other->width)));
}

class Follower {
public:
  Follower(const ThreadSystem &abstract, const coverability::System &system, reachability::Semantics &semantics,
           LockWaits *waits, Choice choice)
      : abstract_(abstract), system_(system), semantics_(semantics), waits_(waits), choice_(choice) {}

  support::Expected<std::vector<ConcretePath>> follow(const coverability::Trace &trace) {
    at_ = semantics_.initialControl();
    for (const coverability::Entry &entry : trace.start.threads)
      threads_.push_back({0, entry.local, false});
    observe();
    for (const coverability::Firing &firing : trace.firings) {
      const ThreadSystem::Move &move = abstract_.moveOf(firing.transition);
      if (!move.cycle.empty())
        return deadlock(move);
      const std::optional<std::size_t> active = choose(move.local);
      if (!active)
        return support::Error{"no thread is in the local state that moves"};
      if (!move.races.empty()) {
        const std::optional<std::size_t> other = choose(move.other, active);
        if (!other)
          return support::Error{"no thread is in the local state of the other access"};
        return race(move, threads_[*active].slot, threads_[*other].slot);
      }
      transfer(firing, *active);
      if (!take(*move.segment, threads_[*active].slot))
        return support::Error{fmt::format("a thread cannot take the step at {}", place(*move.segment))};
      if (move.to == ThreadSystem::bad) {
        path_.error = move.segment;
        break;
      }
      threads_[*active].isGone = !move.next;
      if (move.next)
        threads_[*active].local = *move.next;
      for (std::size_t i = 0; i < move.children.size() && i < started_.size(); ++i)
        threads_.push_back({started_[i], move.children[i], false});
      observe();
    }
    path_.threads = threads_.size();
    if (path_.error == nullptr)
      return support::Error{"the trace does not end in a violation"};
    return std::vector<ConcretePath>{std::move(path_)};
  }

private:
  struct Thread {
    unsigned slot = 0;
    LocalId local = 0;
    bool isGone = false; // has terminated or stopped, or cannot be where it is
  };

  std::optional<std::size_t> choose(LocalId local, std::optional<std::size_t> except = std::nullopt) const {
    std::optional<std::size_t> result;
    for (std::size_t i = 0; i < threads_.size(); ++i)
      if (!threads_[i].isGone && i != except && threads_[i].local == local && (!result || choice_ == Choice::Last))
        result = i;
    return result;
  }

  /// Moves the passive threads to the local states that the firing says.
  void transfer(const coverability::Firing &firing, std::size_t active) {
    const coverability::Transition &transition = system_.transition(firing.transition);
    std::vector<coverability::Flow> flows = firing.flows;
    for (std::size_t i = 0; i < threads_.size(); ++i) {
      if (i == active || threads_[i].isGone)
        continue;
      const coverability::Transfer *transfer = system_.transferFrom(transition, threads_[i].local);
      if (transfer == nullptr)
        continue;
      const auto flow = std::find_if(flows.begin(), flows.end(), [&](const coverability::Flow &f) {
        return f.from == threads_[i].local && f.count > 0;
      });
      if (flow != flows.end()) {
        --flow->count;
        threads_[i].local = flow->to;
      } else if (!transfer->to.empty()) {
        threads_[i].local = transfer->to.front();
      } else {
        threads_[i].isGone = true;
      }
    }
  }

  bool take(const Segment &segment, unsigned slot) {
    started_.clear();
    for (const Piece &piece : segment.pieces) {
      const bool onlyRests = piece.kind == Transition::Kind::Step || piece.kind == Transition::Kind::Stop;
      if (piece.action == Transition::noAction && onlyRests)
        continue;
      const Transition *found = find(piece, slot);
      if (found == nullptr)
        return false;
      path_.controls.push_back(at_);
      path_.transitions.push_back(found);
      if (found->kind != Transition::Kind::Step && found->kind != Transition::Kind::Stop)
        return true;
      const Control &before = semantics_.control(at_);
      const Control &after = semantics_.control(found->target);
      for (unsigned i = 0; i < after.threads.size(); ++i)
        if (after.threads[i].status != ThreadStatus::Unused &&
            (i >= before.threads.size() || before.threads[i].status == ThreadStatus::Unused))
          started_.push_back(i);
      at_ = found->target;
    }
    return true;
  }

  using Transitions = std::vector<std::pair<ControlId, const Transition *>>;

  /// The ways of a thread through its step that make the access: the whole step, or up to the access.
  std::vector<Transitions> waysOf(ControlId from, unsigned slot, const StepAccess &access, bool isLast) {
    std::vector<Transitions> result;
    struct Way {
      Transitions taken;
      ControlId at = 0;
      bool hasAccess = false;
    };
    std::vector<Way> pending{{{}, from, false}};
    while (!pending.empty() && result.size() < mostWays) {
      const Way way = std::move(pending.back());
      pending.pop_back();
      for (const Transition &transition : semantics_.successors(way.at, slot)) {
        Way next = way;
        next.taken.emplace_back(way.at, &transition);
        next.hasAccess = way.hasAccess || (transition.action == access.action && !transition.accesses.empty());
        const bool leadsOn = transition.kind == Transition::Kind::Step || transition.kind == Transition::Kind::Stop;
        next.at = transition.target;
        const bool isDone =
            isLast || (leadsOn && semantics_.control(transition.target).running(semantics_.program()) != slot);
        if (next.hasAccess && isDone)
          result.push_back(std::move(next.taken));
        else if (transition.kind == Transition::Kind::Step && next.taken.size() < mostOfStep &&
                 semantics_.control(transition.target).running(semantics_.program()) == slot)
          pending.push_back(std::move(next));
      }
    }
    return result;
  }

  /// The transition of the first access, on condition that the second access is to the same memory. Addresses inside
  /// atomic blocks that are not constant are left to the execution.
  std::shared_ptr<const Transition> ifTheyOverlap(const Transition &transition, const StepAccess &first,
                                                  const Transition &other, const StepAccess &second) {
    program::ExprPool &pool = semantics_.variables().pool();
    const auto addressOf = [&](const Transition &its, const StepAccess &access) -> Expr {
      if (access.isAlone)
        return its.accesses.front().address;
      return access.address->isConstant() ? pool.constant(access.address->value, access.address->width) : nullptr;
    };
    auto result = std::make_shared<Transition>(transition);
    const Expr a = addressOf(transition, first);
    const Expr b = addressOf(other, second);
    if (a == nullptr || b == nullptr)
      return result;
    result->conditions.push_back(isBelow(pool, a, b, second.bytes));
    result->conditions.push_back(isBelow(pool, b, a, first.bytes));
    return result;
  }

  std::vector<ConcretePath> race(const ThreadSystem::Move &move, unsigned first, unsigned second) {
    std::vector<ConcretePath> result;
    path_.threads = threads_.size();
    const auto add = [&](const Meeting &meeting, unsigned a, const StepAccess &before, unsigned b,
                         const StepAccess &after) {
      for (const Transitions &way : waysOf(at_, a, before, false))
        for (const Transitions &last : waysOf(way.back().second->target, b, after, true)) {
          if (result.size() == mostPaths)
            return;
          ConcretePath &path = result.emplace_back(path_);
          path.race = &meeting;
          path.conditional = ifTheyOverlap(*way.front().second, before, *last.front().second, after);
          for (const Transitions *part : {&way, &last})
            for (const auto &[control, transition] : *part) {
              path.controls.push_back(control);
              path.transitions.push_back(transition);
            }
          path.transitions[path_.transitions.size()] = path.conditional.get();
        }
    };
    for (const Meeting *meeting : move.races) {
      if (!meeting->isCertain() || !meeting->first->writes || meeting->second->writes)
        add(*meeting, first, *meeting->first, second, *meeting->second);
      if (!meeting->isCertain() || (meeting->first->writes && !meeting->second->writes))
        add(*meeting, second, *meeting->second, first, *meeting->first);
    }
    return result;
  }

  /// The path ends with a transition that requires each thread to hold its lock.
  support::Expected<std::vector<ConcretePath>> deadlock(const ThreadSystem::Move &move) {
    program::ExprPool &pool = semantics_.variables().pool();
    auto last = std::make_shared<Transition>();
    last->kind = Transition::Kind::Violation;
    last->property = program::Property::NoDeadlock;
    for (const ThreadSystem::Move::Waiting &waiting : move.cycle) {
      const std::optional<std::size_t> thread = choose(waiting.local);
      if (!thread)
        return support::Error{"no thread is in the local state that waits"};
      const unsigned slot = threads_[*thread].slot;
      threads_[*thread].isGone = true; // it is not chosen again
      path_.deadlocked.push_back(slot);
      const Expr word = waits_->wordOf(waiting.held);
      last->conditions.push_back(pool.eq(word, pool.constant(slot + 1, word->width)));
    }
    last->slot = path_.deadlocked.front();
    path_.threads = threads_.size();
    path_.controls.push_back(at_);
    path_.transitions.push_back(last.get());
    path_.conditional = std::move(last);
    return std::vector<ConcretePath>{std::move(path_)};
  }

  const Transition *find(const Piece &piece, unsigned slot) {
    const Transition *result = nullptr;
    std::size_t ordinal = 0;
    for (const Transition &transition : semantics_.successors(at_, slot)) {
      if (transition.action != piece.action || transition.kind != piece.kind)
        continue;
      if (piece.kind == Transition::Kind::Step) {
        const Control &target = semantics_.control(transition.target);
        if (endsObjectOfAnother(semantics_.control(at_), target, slot))
          continue;
        const program::LocationId to = slot < target.threads.size() ? target.threads[slot].location : 0;
        if (to != piece.to)
          continue;
      }
      if (result == nullptr || ordinal == piece.ordinal)
        result = &transition;
      ++ordinal;
    }
    return result;
  }

  /// A thread alone has no transition for the end of an object of another thread.
  static bool endsObjectOfAnother(const Control &before, const Control &after, unsigned slot) {
    return std::any_of(before.objects.begin(), before.objects.end(), [&](const reachability::ObjectControl &object) {
      if (!object.alive || object.owner == slot)
        return false;
      const reachability::ObjectControl *later = after.object(object.id);
      return later == nullptr || !later->alive;
    });
  }

  void observe() {
    ConcretePath::Observation &here = path_.observations[path_.transitions.size()];
    here.threads.clear();
    for (const Thread &thread : threads_)
      if (!thread.isGone)
        here.threads[thread.slot] = abstract_.controlOf(thread.local);
  }

  std::string place(const Segment &segment) const {
    const program::SourceMap &sources = semantics_.program().sources;
    return sources.describe(sources.userSpan(segment.span));
  }

  const ThreadSystem &abstract_;
  const coverability::System &system_;
  reachability::Semantics &semantics_;
  LockWaits *waits_;
  Choice choice_;
  ControlId at_ = 0;
  std::vector<Thread> threads_;
  std::vector<unsigned> started_; // slots of the threads that the last segment has started
  ConcretePath path_;
};

} // namespace

support::Expected<std::vector<ConcretePath>>
concretePaths(const ThreadSystem &abstract, const coverability::System &system, const coverability::Trace &trace,
              reachability::Semantics &semantics, LockWaits *waits, Choice choice) {
  return Follower(abstract, system, semantics, waits, choice).follow(trace);
}

} // namespace heddle::engines::parametric

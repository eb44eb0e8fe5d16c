// Backward checking with core-first propagation, as in "Trimming while Checking Clausal Proofs" (Heule, Hunt, Wetzler).
//
// A forward pass adds the clauses of the trace without checking them, propagates units, and stops at the first
// conflict. A backward pass then undoes the trace. Clauses on which the conflict depends are *used*; a used clause is
// checked by unit propagation when it is undone, and the clauses of that propagation become its hints and are used as
// well. Most clauses of a trace are never used, and are not checked. Clauses that are used already are propagated
// first, which makes the proof smaller.
//
// The literals that hold without assumptions are on the trail all the time. Those that the proof needs become steps of
// one literal, so that hints never repeat their derivation.
//
// Deletions only make propagation cheaper. The deletion of a clause that is the reason of a literal on the trail is
// ignored, as in the paper's tool, because the trail would have to be cut.
#include "smt/trimming.hpp"

#include "smt/propagator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <unordered_map>
#include <utility>

namespace heddle::smt {

namespace {

constexpr std::uint64_t workPerEffort = 1024;
constexpr std::uint64_t callsPerPoll = 32;

/// The same for every order of the literals.
std::uint64_t hashOf(std::span<const Literal> clause) {
  std::uint64_t sum = 0;
  for (const Literal literal : clause) {
    std::uint64_t mixed = static_cast<std::uint64_t>(indexOf(literal)) * 0x9E3779B97F4A7C15U;
    mixed ^= mixed >> 29U;
    sum += mixed * 0xBF58476D1CE4E5B9U;
  }
  return sum;
}

class Trimmer {
public:
  Trimmer(const Clauses &formula, const ProofTrace &trace, support::Cancellation &cancellation)
      : formula_(formula), trace_(trace), cancellation_(cancellation) {}

  TrimmedProof run() {
    if (!start() || !runForward())
      return {};
    if (conflict_ == Propagator::none)
      return {TrimmedProof::Kind::Invalid, "the trace of the SAT solver does not end with a contradiction", {}};
    addStep({}, Propagator::none, {conflict_});
    needOthers(conflict_, 0);
    if (!runBackward())
      return std::move(failure_);
    return {TrimmedProof::Kind::Proof, {}, assemble()};
  }

private:
  /// What one entry of the trace did.
  struct Event {
    ClauseId clause = Propagator::none; // none: nothing
    bool isDeletion = false;
    std::size_t trailBefore = 0;
  };
  struct Step {
    std::vector<Literal> literals;
    ClauseId clause; // in the propagator; none: it is a unit that no hint names
    std::vector<ClauseId> hints;
  };

  bool start();
  bool runForward();
  bool runBackward();
  bool isCancelled() {
    return ++calls_ % callsPerPoll == 0 && cancellation_.poll(1 + propagator_.takeWork() / workPerEffort);
  }
  ClauseId find(std::span<const Literal> clause);
  void cutTrail(std::size_t length);
  bool check(ClauseId id);
  std::vector<ClauseId> hintsOf(ClauseId conflict, std::size_t base);
  void use(ClauseId id) {
    isUsed_[id] = 1;
    propagator_.prefer(id);
  }
  void needOthers(ClauseId id, Literal except);
  void need(Literal literal) {
    const auto variable = static_cast<std::size_t>(std::abs(literal));
    if (variable >= isNeeded_.size())
      isNeeded_.resize(variable + 1, false);
    isNeeded_[variable] = true;
  }
  bool takeNeed(Literal literal) {
    const auto variable = static_cast<std::size_t>(std::abs(literal));
    return variable < isNeeded_.size() && std::exchange(isNeeded_[variable], false);
  }
  void addStep(std::span<const Literal> literals, ClauseId clause, std::vector<ClauseId> hints) {
    for (const ClauseId hint : hints)
      use(hint);
    steps_.push_back({{literals.begin(), literals.end()}, clause, std::move(hints)});
  }
  ClausalProof assemble();

  const Clauses &formula_;
  const ProofTrace &trace_;
  support::Cancellation &cancellation_;
  Propagator propagator_;
  std::unordered_multimap<std::uint64_t, ClauseId> byHash_; // the active clauses
  std::vector<Event> events_;
  ClauseId conflict_ = Propagator::none;
  std::vector<char> isUsed_;   // by clause
  std::vector<char> isNeeded_; // by variable: its value without assumptions
  std::vector<char> isSeen_;   // by variable, in `hintsOf`
  std::vector<Step> steps_;    // the last one first
  TrimmedProof failure_;
  std::uint64_t calls_ = 0; // of isCancelled
};

/// Adds the formula.
bool Trimmer::start() {
  for (std::size_t i = 0; i < formula_.size() && conflict_ == Propagator::none; ++i) {
    const ClauseId id = propagator_.add(formula_[i]);
    byHash_.emplace(hashOf(propagator_.clause(id)), id);
  }
  for (ClauseId id = 0; id < formula_.size() && conflict_ == Propagator::none; ++id) {
    conflict_ = propagator_.activate(id);
    if (isCancelled())
      return false;
  }
  if (conflict_ == Propagator::none)
    conflict_ = propagator_.propagate();
  isUsed_.assign(formula_.size(), 0);
  return true;
}

bool Trimmer::runForward() {
  for (std::size_t i = 0; i < trace_.clauses.size() && conflict_ == Propagator::none; ++i) {
    if (isCancelled())
      return false;
    events_.push_back({.isDeletion = trace_.isDeletion[i], .trailBefore = propagator_.trail().size()});
    Event &event = events_.back();
    if (event.isDeletion) {
      event.clause = find(trace_.clauses[i]);
      if (event.clause != Propagator::none)
        propagator_.deactivate(event.clause);
      continue;
    }
    event.clause = propagator_.add(trace_.clauses[i]);
    byHash_.emplace(hashOf(propagator_.clause(event.clause)), event.clause);
    isUsed_.push_back(0);
    conflict_ = propagator_.activate(event.clause);
    if (conflict_ == Propagator::none)
      conflict_ = propagator_.propagate();
  }
  return true;
}

/// Takes a clause with these literals out of the table; none if there is no such clause, or it is a reason.
ClauseId Trimmer::find(std::span<const Literal> clause) {
  const auto [begin, end] = byHash_.equal_range(hashOf(clause));
  for (auto entry = begin; entry != end; ++entry) {
    const ClauseId id = entry->second;
    const std::span<const Literal> known = propagator_.clause(id);
    if (known.size() != clause.size() || !std::is_permutation(known.begin(), known.end(), clause.begin()))
      continue;
    if (propagator_.isReason(id))
      return Propagator::none;
    byHash_.erase(entry);
    return id;
  }
  return Propagator::none;
}

bool Trimmer::runBackward() {
  for (std::size_t i = events_.size(); i-- > 0;) {
    if (isCancelled()) {
      failure_.kind = TrimmedProof::Kind::Cancelled;
      return false;
    }
    const Event &event = events_[i];
    if (event.clause == Propagator::none)
      continue;
    if (event.isDeletion) {
      propagator_.activate(event.clause);
      continue;
    }
    cutTrail(event.trailBefore);
    propagator_.deactivate(event.clause);
    if (isUsed_[event.clause] != 0 && !check(event.clause)) {
      failure_ = {TrimmedProof::Kind::Invalid,
                  fmt::format("clause {} of the trace of the SAT solver does not follow by unit propagation", i + 1),
                  {}};
      return false;
    }
  }
  cutTrail(0);
  return true;
}

/// Those literals that the proof needs become steps, unless they are clauses.
void Trimmer::cutTrail(std::size_t length) {
  for (std::size_t i = propagator_.trail().size(); i-- > length;) {
    const Literal literal = propagator_.trail()[i];
    if (!takeNeed(literal))
      continue;
    const ClauseId reason = propagator_.reasonOf(literal);
    if (propagator_.clause(reason).size() > 1)
      addStep({&literal, 1}, Propagator::none, {reason});
    else
      use(reason);
    needOthers(reason, literal);
  }
  propagator_.cut(length);
}

void Trimmer::needOthers(ClauseId id, Literal except) {
  use(id);
  for (const Literal literal : propagator_.clause(id))
    if (literal != except)
      need(literal);
}

/// Checks a clause that is no longer active, and makes it a step.
bool Trimmer::check(ClauseId id) {
  const std::size_t base = propagator_.trail().size();
  const std::span<const Literal> clause = propagator_.clause(id);
  for (const Literal literal : clause)
    if (propagator_.isTrue(literal)) { // without assumptions
      need(literal);
      addStep(clause, id, {});
      return true;
    }
  for (const Literal literal : clause)
    propagator_.assign(-literal, Propagator::none);
  const ClauseId conflict = propagator_.propagate();
  if (conflict == Propagator::none)
    return false;
  for (const Literal literal : clause)
    if (propagator_.positionOf(literal) < base)
      need(literal);
  addStep(clause, id, hintsOf(conflict, base));
  propagator_.cut(base);
  return true;
}

/// The clauses of the propagation that the conflict depends on, in its order.
std::vector<ClauseId> Trimmer::hintsOf(ClauseId conflict, std::size_t base) {
  std::vector<ClauseId> hints{conflict};
  std::vector<Literal> seen;
  const auto see = [&](Literal literal) {
    if (propagator_.positionOf(literal) < base) {
      need(literal);
      return;
    }
    const auto variable = static_cast<std::size_t>(std::abs(literal));
    if (variable >= isSeen_.size())
      isSeen_.resize(variable + 1, 0);
    if (isSeen_[variable] == 0)
      seen.push_back(literal);
    isSeen_[variable] = 1;
  };
  for (const Literal literal : propagator_.clause(conflict))
    see(literal);
  for (std::size_t i = propagator_.trail().size(); i-- > base;) {
    const Literal literal = propagator_.trail()[i];
    const auto variable = static_cast<std::size_t>(std::abs(literal));
    const ClauseId reason = propagator_.reasonOf(literal);
    if (variable >= isSeen_.size() || isSeen_[variable] == 0 || reason == Propagator::none)
      continue;
    hints.push_back(reason);
    for (const Literal other : propagator_.clause(reason))
      if (other != literal)
        see(other);
  }
  for (const Literal literal : seen)
    isSeen_[static_cast<std::size_t>(std::abs(literal))] = 0;
  std::reverse(hints.begin(), hints.end());
  return hints;
}

/// Numbers the steps; hints that name clauses of the formula keep their numbers.
ClausalProof Trimmer::assemble() {
  ClausalProof proof;
  std::vector<ClauseId> number(propagator_.size(), Propagator::none);
  for (ClauseId id = 0; id < formula_.size(); ++id)
    number[id] = id;
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    for (ClauseId &hint : step->hints)
      hint = number[hint];
    const ClauseId added = proof.steps.add(step->literals);
    if (step->clause != Propagator::none)
      number[step->clause] = static_cast<ClauseId>(formula_.size()) + added;
    proof.hints.push_back(std::move(step->hints));
  }
  return proof;
}

} // namespace

TrimmedProof trim(const Clauses &formula, const ProofTrace &trace, support::Cancellation &cancellation) {
  return Trimmer(formula, trace, cancellation).run();
}

} // namespace heddle::smt

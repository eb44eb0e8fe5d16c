// The queries were answered one by one, on a formula that grew, with what earlier answers excluded. The proof is made
// afterwards and at once: of the clauses of the encoding, the lemmas, and the clause "one of the queries has a
// positive answer", without anything that follows from them. It is therefore a refutation of one fixed formula, without
// assumptions, and shorter than the sum of all runs of the solver. The solver finds it once more, with what refinement
// has learned about orders from the beginning; trimming finds the part of it that is needed, and the lemmas that this
// part uses are checked.
//
// A lemma states that literals cannot hold together. They are assumed, and unit propagation on the clauses of the
// encoding shows which writes take place with them. Then OrderTheory decides whether an order exists. A lemma may
// follow from the clauses alone. Unit propagation does not find everything that follows: whether a lock is taken may
// depend on the value that it reads by arithmetic. For the few writes that a lemma still needs, the solver refutes that
// they do not take place, and this refutation is checked, too.
#include "engines/symbolic/proof_check.hpp"

#include "engines/symbolic/order_theory.hpp"
#include "smt/clausal_proof.hpp"
#include "smt/propagator.hpp"
#include "smt/refutation.hpp"
#include "smt/trimming.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace heddle::engines::symbolic {

namespace {

using Kind = ProofCheck::Kind;
using smt::ClauseId;
using smt::Clauses;

constexpr std::uint64_t workPerEffort = 1024;

/// What the property requires and no query has asked for; empty if there is nothing.
std::string missingQuery(const events::UnwoundProgram &program, const Records &records, const Claim &claim) {
  const program::PropertySet properties = program.program->properties;
  for (const events::SideExit &sideExit : program.sideExits)
    if (claim.sideExits(sideExit) && !records.goals.contains({sideExit.condition, sideExit.node}))
      return "a side exit of the unwinding was not asked for";
  if (!claim.violations)
    return "";
  for (const events::Violation &violation : program.violations)
    if (!records.goals.contains({violation.condition, violation.node}))
      return "a violation was not asked for";
  if (properties.contains(program::Property::NoDataRace) && !records.answered.contains(Query::Races))
    return "data races were not asked for";
  if (properties.contains(program::Property::NoDeadlock) && !records.answered.contains(Query::Deadlocks))
    return "deadlocks were not asked for";
  return "";
}

ProofCheck invalid(std::string message) { return {Kind::Invalid, std::move(message)}; }

struct CheckedRefutation {
  smt::Answer answer = smt::Answer::Unknown;
  smt::ClausalProof proof; // if it is Unsatisfiable
  std::string error;       // of a refutation that does not pass its check; the answer is Unknown then
};

/// A refutation of the formula that has passed its check.
CheckedRefutation refuteAndCheck(const Clauses &formula, support::Cancellation &cancellation) {
  smt::TrimmedProof trimmed;
  {
    const smt::Refutation refutation = smt::refute(formula, cancellation);
    if (refutation.answer != smt::Answer::Unsatisfiable)
      return {.answer = refutation.answer, .proof = {}, .error = {}};
    trimmed = smt::trim(formula, refutation.trace, cancellation);
  }
  if (trimmed.kind != smt::TrimmedProof::Kind::Proof)
    return {.answer = smt::Answer::Unknown, .proof = {}, .error = std::move(trimmed.message)};
  smt::RefutationCheck check = smt::checkRefutation(formula, trimmed.proof, cancellation);
  if (check.kind != smt::RefutationCheck::Kind::Valid)
    return {.answer = smt::Answer::Unknown, .proof = {}, .error = std::move(check.message)};
  return {.answer = smt::Answer::Unsatisfiable, .proof = std::move(trimmed.proof), .error = {}};
}

/// Checks lemmas against the clauses of the encoding. The propagator finds hints, the ClauseChecker confirms them.
class LemmaChecker {
public:
  LemmaChecker(Abstraction &abstraction, const Clauses &formula, support::Cancellation &cancellation)
      : theory_(abstraction, abstraction.solver().trueLiteral()), cancellation_(cancellation), formula_(formula),
        checker_(formula) {
    ClauseId conflict = smt::Propagator::none;
    for (std::size_t i = 0; i < formula.size(); ++i)
      propagator_.add(formula[i]);
    for (ClauseId id = 0; id < formula.size() && conflict == smt::Propagator::none; ++id)
      conflict = propagator_.activate(id);
    if (conflict == smt::Propagator::none)
      conflict = propagator_.propagate();
    for (const Literal literal : propagator_.trail())
      checker_.derive({&literal, 1}, std::vector{propagator_.reasonOf(literal)});
    if (conflict != smt::Propagator::none)
      checker_.derive({}, std::vector{conflict});
  }

  bool isValid(const OrderLemma &lemma) {
    if (propagate(lemma.together) == smt::ClauseChecker::Outcome::Conflict)
      return true;
    return lemma.points != nullptr ? hasCycle(lemma) : excludes(lemma);
  }

  bool isCancelled() { return cancellation_.poll(1 + propagator_.takeWork() / workPerEffort); }

private:
  /// What follows from the literals by unit propagation.
  smt::ClauseChecker::Outcome propagate(std::span<const Literal> literals) {
    const std::size_t base = propagator_.trail().size();
    for (const Literal literal : literals)
      propagator_.assign(literal, smt::Propagator::none);
    const ClauseId conflict = propagator_.propagate();
    std::vector<ClauseId> hints;
    for (std::size_t i = base; i < propagator_.trail().size(); ++i)
      if (const ClauseId reason = propagator_.reasonOf(propagator_.trail()[i]); reason != smt::Propagator::none)
        hints.push_back(reason);
    if (conflict != smt::Propagator::none)
      hints.push_back(conflict);
    propagator_.cut(base);
    return checker_.propagate(literals, hints);
  }

  /// First with the guards that unit propagation shows to hold, then also with those whose negation it refutes: a
  /// disjunction implies what both sides imply.
  bool excludes(const OrderLemma &lemma) {
    std::set<Literal> held;
    std::vector<Literal> open;
    for (const Literal guard : theory_.guards(lemma.together))
      if (checker_.holds(guard))
        held.insert(guard);
      else if (!checker_.holds(-guard))
        open.push_back(guard);
    const auto holds = [&](Literal literal) { return held.contains(literal); };
    if (theory_.excludes(lemma.together, holds, cancellation_))
      return true;
    std::vector<Literal> assumed = lemma.together;
    std::erase_if(open, [&](Literal guard) {
      assumed.push_back(-guard);
      const bool isRefuted = propagate(assumed) == smt::ClauseChecker::Outcome::Conflict;
      assumed.pop_back();
      if (isRefuted)
        held.insert(guard);
      return isRefuted;
    });
    if (theory_.excludes(lemma.together, holds, cancellation_))
      return true;
    return excludesBySolving(lemma, held, std::move(open));
  }

  /// With guards that only the solver shows to hold. It is asked only for those without which the others do not
  /// suffice.
  bool excludesBySolving(const OrderLemma &lemma, const std::set<Literal> &held, std::vector<Literal> open) {
    std::set<Literal> believed = held;
    believed.insert(open.begin(), open.end());
    const auto suffices = [&] {
      const auto holds = [&](Literal literal) { return believed.contains(literal); };
      return theory_.excludes(lemma.together, holds, cancellation_);
    };
    if (!suffices())
      return false;
    for (const Literal guard : open) {
      believed.erase(guard);
      if (suffices())
        continue;
      if (!follows(guard, lemma.together)) {
        std::erase(open, guard);
        return excludesBySolving(lemma, held, std::move(open));
      }
      believed.insert(guard);
    }
    return true;
  }

  /// Whether the clauses of the encoding imply the literal if the others hold.
  bool follows(Literal literal, std::span<const Literal> others) {
    Clauses formula = formula_;
    for (const Literal other : others)
      formula.add({&other, 1});
    const Literal negation = -literal;
    formula.add({&negation, 1});
    return refuteAndCheck(formula, cancellation_).answer == smt::Answer::Unsatisfiable;
  }

  /// Whether the edges of happens-before that hold, together with program order, form a cycle. One of them goes from
  /// the later one of two accesses to the earlier one.
  static bool hasCycle(const OrderLemma &lemma) {
    std::vector<OrderLemma::Edge> edges;
    for (const OrderLemma::Edge &edge : lemma.edges)
      if (edge.reason == events::always || std::ranges::find(lemma.together, edge.reason) != lemma.together.end())
        edges.push_back(edge);
    const auto follows = [&](const OrderLemma::Edge &a, const OrderLemma::Edge &b) {
      return a.after == b.before || lemma.points->precedes(a.after, b.before);
    };
    // Depth-first search for an edge that is reached from itself.
    for (std::size_t start = 0; start < edges.size(); ++start) {
      std::vector<bool> isSeen(edges.size(), false);
      std::vector<std::size_t> pending{start};
      while (!pending.empty()) {
        const std::size_t current = pending.back();
        pending.pop_back();
        if (follows(edges[current], edges[start]))
          return true;
        for (std::size_t next = 0; next < edges.size(); ++next)
          if (!isSeen[next] && follows(edges[current], edges[next])) {
            isSeen[next] = true;
            pending.push_back(next);
          }
      }
    }
    return false;
  }

  OrderTheory theory_;
  support::Cancellation &cancellation_;
  const Clauses &formula_;
  smt::Propagator propagator_;
  smt::ClauseChecker checker_;
};

/// By lemma: whether a hint names it. Its clause has the number `first` plus its index. Clauses of one literal are used
/// without being named.
std::vector<bool> usedLemmas(const smt::ClausalProof &proof, std::size_t first, const std::vector<OrderLemma> &lemmas) {
  std::vector<bool> isUsed;
  for (const OrderLemma &lemma : lemmas)
    isUsed.push_back(std::ranges::all_of(lemma.together, [&](Literal l) { return l == lemma.together.front(); }));
  for (const std::vector<ClauseId> &hints : proof.hints)
    for (const ClauseId hint : hints)
      if (hint >= first && hint < first + lemmas.size())
        isUsed[hint - first] = true;
  return isUsed;
}

} // namespace

ProofCheck checkProof(Abstraction &abstraction, const Records &records, const Claim &claim,
                      support::Cancellation &cancellation) {
  const Clauses *encoding = abstraction.recordedFormula();
  if (encoding == nullptr)
    return {Kind::NotRecorded, {}};
  if (std::string missing = missingQuery(abstraction.program(), records, claim); !missing.empty())
    return invalid(std::move(missing));

  Clauses formula = *encoding;
  std::vector<Literal> clause;
  for (const OrderLemma &lemma : records.lemmas) {
    clause.assign(lemma.together.begin(), lemma.together.end());
    std::ranges::transform(clause, clause.begin(), std::negate<>());
    formula.add(clause);
  }
  formula.add(records.impossible);

  CheckedRefutation refutation = refuteAndCheck(formula, cancellation);
  if (refutation.answer == smt::Answer::Satisfiable)
    return invalid("the clauses and the lemmas have a model");
  if (!refutation.error.empty())
    return invalid(std::move(refutation.error));
  if (refutation.answer == smt::Answer::Unknown)
    return {};

  const std::vector<bool> isUsed = usedLemmas(refutation.proof, encoding->size(), records.lemmas);
  ProofCheck result{Kind::Valid, {}, refutation.proof.steps.size(), 0};
  LemmaChecker lemmas(abstraction, *encoding, cancellation);
  for (std::size_t i = 0; i < isUsed.size(); ++i) {
    if (!isUsed[i])
      continue;
    ++result.lemmas;
    const bool isValid = lemmas.isValid(records.lemmas[i]);
    if (lemmas.isCancelled())
      return {};
    if (!isValid)
      return invalid(fmt::format("order lemma {} of {} does not hold: literals {} are not contradictory", i + 1,
                                 isUsed.size(), fmt::join(records.lemmas[i].together, ", ")));
  }
  return result;
}

} // namespace heddle::engines::symbolic

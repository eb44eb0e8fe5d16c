#include "proof/check_parametric.hpp"

#include "coverability/certificate.hpp"
#include "proof/check_form.hpp"
#include "proof/parametric_system.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>
#include <utility>

namespace heddle::proof {

namespace {

[[noreturn]] void rejectProof(const std::string &what) { throw CheckFailure{CheckResult::Kind::Invalid, what}; }

/// Everything that the other parts rely on without asking again.
class ParametricForm {
public:
  ParametricForm(const program::Program &program, const ParametricProof &proof) : program_(program), proof_(proof) {}

  void check() {
    checkBase(program_, proof_.base);
    for (const Variable &variable : proof_.base.variables)
      if (variable.kind == Variable::Kind::Register ? variable.slot != 0 : variable.kind != Variable::Kind::Memory)
        rejectProof("a variable of the proof is neither a register of one thread nor memory");
    if (proof_.own.size() != program_.cfas.size())
      rejectProof("the proof is not about this program");
    checkPredicates();
    for (PlaceId id = 0; id < proof_.places.size(); ++id)
      if (const char *defect = defectOf(proof_.places[id]))
        rejectProof(fmt::format("place {} is malformed: {}", id, defect));
    checkClaims();
    for (const auto &[shared, local] : proof_.reached)
      if (local.place >= proof_.places.size())
        rejectProof("a state that is listed as reached is malformed");
    for (const Unreachable &element : proof_.unreachable)
      for (const auto &[local, count] : element.threads)
        if (local.place >= proof_.places.size() || count == 0 || count > coverability::largestCount ||
            element.violation)
          rejectProof("an unreachable configuration is malformed");
  }

private:
  bool isStatic(const Variable &variable) const {
    return variable.kind == Variable::Kind::Memory && variable.object < program_.objects.size();
  }

  template <typename Allows> bool isOver(Expr formula, const Allows &allows) const {
    bool result = true;
    program::forEachRegister(formula,
                             [&](program::RegisterId id) { result = result && allows(proof_.base.variables[id]); });
    return result;
  }

  void checkPredicates() const {
    const auto isFormula = [&](Expr e) { return isFormulaOf(program_, proof_.base, e); };
    if (proof_.shared.size() > mostPredicates)
      rejectProof("the proof has too many predicates");
    for (const Expr predicate : proof_.shared)
      if (!isFormula(predicate) || !isOver(predicate, [&](const Variable &v) { return isStatic(v); }))
        rejectProof("a shared predicate is not a formula over static memory");
    for (program::CfaId cfa = 0; cfa < proof_.own.size(); ++cfa) {
      if (proof_.own[cfa].size() > mostPredicates)
        rejectProof("the proof has too many predicates");
      for (const Expr predicate : proof_.own[cfa])
        if (!isFormula(predicate) ||
            !isOver(predicate, [&](const Variable &v) { return v.kind == Variable::Kind::Memory || v.cfa == cfa; }))
          rejectProof("a predicate of a thread function is not a formula about one of its threads");
    }
  }

  const char *defectOf(const Place &place) const {
    if (place.control >= proof_.base.controls.size())
      return "it has no control location";
    const Control &control = proof_.base.controls[place.control];
    if (control.threads.size() != 1 || !control.threads.front().isActive() || control.threads.front().detached)
      return "it is not that of one active thread";
    const program::CfaId cfa = control.threads.front().cfa;
    for (const Object &object : control.objects)
      if (object.owner != 0 || object.creator != cfa)
        return "it has an object of another thread";
    const auto exists = [&](const Variable &v) {
      if (v.kind == Variable::Kind::Register)
        return v.cfa == cfa;
      const Object *object = control.object(v.object);
      return object != nullptr && v.width / 8 <= object->size && v.offset <= object->size - v.width / 8;
    };
    for (const auto &[variable, value] : place.pointers)
      if (variable >= proof_.base.variables.size() || !exists(proof_.base.variables[variable]) ||
          proof_.base.variables[variable].width != program_.pointers.width ||
          control.object(program_.pointers.object(value)) == nullptr)
        return "a pointer is not one of the thread to one of its objects";
    for (std::size_t i = 0; i < mostPredicates; ++i)
      if (((place.tracked >> i) & 1) != 0 &&
          (i >= proof_.own[cfa].size() ||
           !isOver(proof_.own[cfa][i], [&](const Variable &v) { return isStatic(v) || exists(v); })))
        return "a predicate that is tracked there speaks of something that does not exist";
    return nullptr;
  }

  void checkClaims() const {
    for (const program::CfaId cfa : proof_.claims.single)
      if (cfa >= program_.cfas.size())
        rejectProof("a claim is about a thread function that does not exist");
    for (const StaticCell &cell : proof_.claims.handleCells)
      if (!exists(program_, cell))
        rejectProof("a claim is about memory that does not exist");
  }

  const program::Program &program_;
  const ParametricProof &proof_;
};

/// The configurations that must not be covered.
std::vector<coverability::Configuration> targets() { return {{ParametricSystem::bad, {}}}; }

coverability::Certificate certificateOf(const ParametricProof &proof, ParametricSystem &system) {
  coverability::Certificate certificate;
  for (const Unreachable &element : proof.unreachable) {
    coverability::Configuration &configuration = certificate.minimal.emplace_back();
    configuration.shared = element.violation ? ParametricSystem::bad : system.intern(element.shared);
    for (const auto &[local, count] : element.threads)
      coverability::increase(configuration.threads, system.intern(local), count);
  }
  return certificate;
}

/// What is written for people is derived from these pairs.
void checkReached(const ParametricProof &proof, const ParametricSystem &system) {
  const std::set<std::pair<SharedState, LocalState>> listed(proof.reached.begin(), proof.reached.end());
  for (const auto &pair : system.pairs())
    if (!listed.contains(pair))
      rejectProof("a shared and a local state that may occur together are not listed as reached");
}

void checkAll(const program::Program &program, const ParametricProof &proof, smt::Backend solver,
              support::Cancellation &cancellation, LargeObjects largeObjects) {
  Queries queries(solver, cancellation);
  Queries finder(smt::Backend::CaDiCaL, cancellation);
  NamedPredicates predicates(proof, program);
  Vocabulary vocabulary(program, predicates.names());
  Provenance provenance(program);
  const ParametricFacts facts(proof, vocabulary, provenance, queries);
  const bool findsRaces = program.properties.contains(program::Property::NoDataRace);
  std::optional<WeakReads> weakReads;
  if (findsRaces)
    weakReads.emplace(program, provenance);
  ThreadPaths paths(proof, vocabulary, provenance, queries, facts, largeObjects, weakReads ? &*weakReads : nullptr);
  std::optional<ParametricRaces> races;
  if (findsRaces)
    races.emplace(proof, vocabulary, provenance, paths);
  PathAbstraction abstraction(proof, predicates, vocabulary, finder, queries, facts, paths);
  ParametricSystem states(program, paths, abstraction, facts, cancellation, races ? &*races : nullptr);
  states.build();
  const coverability::Certificate certificate = certificateOf(proof, states);
  coverability::System system = states.system();
  system.targets = targets();
  if (const auto valid = coverability::checkCertificate(system, certificate); !valid)
    rejectProof(valid.error().message);
  checkReached(proof, states);
}

/// Most proofs do not depend on what large objects contain. One that is rejected without it may depend on it.
void checkCheaplyFirst(const program::Program &program, const ParametricProof &proof, smt::Backend solver,
                       support::Cancellation &cancellation) {
  try {
    return checkAll(program, proof, solver, cancellation, LargeObjects::Arbitrary);
  } catch (const CheckFailure &failure) {
    if (failure.kind != CheckResult::Kind::Invalid)
      throw;
  }
  checkAll(program, proof, solver, cancellation, LargeObjects::Followed);
}

} // namespace

CheckResult checkParametric(const program::Program &program, const ParametricProof &proof, const CheckOptions &options,
                            support::Cancellation &cancellation) {
  try {
    checkClaim(program, {program::Property::NoDataRace});
    ParametricForm(program, proof).check();
    checkCheaplyFirst(program, proof, options.solver, cancellation);
  } catch (const CheckFailure &failure) {
    return {failure.kind, failure.message};
  } catch (const coverability::BeyondLimits &beyond) {
    return {CheckResult::Kind::Inconclusive, beyond.what()};
  }
  return {};
}

} // namespace heddle::proof

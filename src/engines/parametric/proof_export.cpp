#include "engines/parametric/proof_export.hpp"

#include "engines/tree/proof_terms.hpp"

#include <cassert>
#include <map>
#include <set>

namespace heddle::engines::parametric {

namespace {

class Export {
public:
  explicit Export(const ProofParts &parts) : parts_(parts), terms_(proof_.base, parts.semantics) {}

  proof::ParametricProof make() {
    const program::Program &program = parts_.semantics.program();
    for (program::CfaId cfa = 0; cfa < program.cfas.size(); ++cfa) {
      proof_.base.pauses.push_back(parts_.semantics.interrupted(cfa));
      proof_.own.emplace_back();
      for (const Expr predicate : parts_.predicates.of(cfa))
        proof_.own.back().push_back(terms_.translate(predicate));
      if (parts_.templates.isSingle(cfa))
        proof_.claims.single.push_back(cfa);
    }
    for (const Expr predicate : parts_.predicates.shared())
      proof_.shared.push_back(terms_.translate(predicate));
    proof_.claims.freshHandles = parts_.templates.handlesAreFresh();
    proof_.claims.validJoins = parts_.joinsAreValid;
    for (const Templates::HandleCell &cell : parts_.templates.handleCells())
      proof_.claims.handleCells.push_back({cell.object, cell.offset, cell.bytes});
    addReached();
    for (const coverability::Configuration &configuration : parts_.certificate.minimal)
      addUnreachable(configuration);
    return std::move(proof_);
  }

private:
  void addReached() {
    for (ThreadSystem::SharedId shared = 0; shared < parts_.abstract.countShared(); ++shared)
      for (const ThreadSystem::LocalId local : parts_.abstract.presentIn(shared))
        proof_.reached.emplace_back(sharedOf(shared), localOf(local));
  }

  void addUnreachable(const coverability::Configuration &configuration) {
    proof::Unreachable &element = proof_.unreachable.emplace_back();
    element.violation = configuration.shared == ThreadSystem::bad;
    if (element.violation)
      return;
    element.shared = sharedOf(configuration.shared);
    for (const coverability::Entry &entry : configuration.threads)
      element.threads.emplace_back(localOf(entry.local), entry.count);
  }

  proof::SharedState sharedOf(ThreadSystem::SharedId id) const {
    const AbstractShared &shared = parts_.abstract.shared(id);
    return {shared.bits, shared.running};
  }

  proof::LocalState localOf(ThreadSystem::LocalId id) {
    const AbstractLocal &local = parts_.abstract.local(id);
    return {placeOf(local.place, local.fresh), local.bits};
  }

  proof::PlaceId placeOf(PlaceId id, bool fresh) {
    const auto [entry, isNew] = places_.try_emplace({id, fresh}, static_cast<proof::PlaceId>(proof_.places.size()));
    if (!isNew)
      return entry->second;
    const Place &from = parts_.segments[id];
    proof::Place place;
    place.control = terms_.controlOf(from.control);
    place.fresh = fresh;
    for (const auto &[variable, value] : from.pointers)
      place.pointers.emplace_back(terms_.variableOf(variable), value->value);
    place.tracked = parts_.predicates.tracked(from.control);
    std::set<std::vector<program::ActionId>> cuts;
    for (const Segment &segment : parts_.segments.of(id))
      if (segment.continues && !parts_.segments.rests(segment.target)) {
        std::vector<program::ActionId> cut;
        for (const Piece &piece : segment.pieces)
          cut.push_back(piece.action == Transition::noAction ? proof::noAction : piece.action);
        cuts.insert(std::move(cut));
      }
    place.cuts.assign(cuts.begin(), cuts.end());
    proof_.places.push_back(std::move(place));
    return entry->second;
  }

  const ProofParts &parts_;
  proof::ParametricProof proof_;
  tree::ProofTerms terms_;
  std::map<std::pair<PlaceId, bool>, proof::PlaceId> places_;
};

} // namespace

proof::ParametricProof exportProof(const ProofParts &parts) {
  assert(parts.certificate.weightings.empty() && parts.certificate.traps.empty() &&
         "the search for the certificate does not use the state equation");
  return Export(parts).make();
}

} // namespace heddle::engines::parametric

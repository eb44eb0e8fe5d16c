#include "proof/confirm_facts.hpp"

#include "proof/modular_checker.hpp"
#include "proof/modular_form.hpp"
#include "proof/own_objects.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace heddle::proof {

using program::Bounds;
using program::CfaId;
using program::LocationId;
using program::ValueFacts;

namespace {

/// A chain of claims that rest on each other takes a round for each.
constexpr unsigned mostRounds = 12;

template <typename T> void removeFrom(std::vector<T> &list, const std::vector<std::size_t> &indices) {
  for (auto index = indices.rbegin(); index != indices.rend(); ++index)
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(*index));
}

/// `indices` ascend.
void remove(ModularProof &proof, std::optional<CaseId> id, ClaimEntry::List list,
            const std::vector<std::size_t> &indices) {
  using List = ClaimEntry::List;
  ModularCase nothing;
  ModularCase &each = id ? proof.cases[*id] : nothing;
  switch (list) {
  case List::None:
    return;
  case List::Guarded:
    return removeFrom(proof.guarded, indices);
  case List::GuardedSums:
    return removeFrom(proof.guardedSums, indices);
  case List::Global:
    return removeFrom(proof.global, indices);
  case List::Result:
    return proof.result.reset();
  case List::Memory:
    return removeFrom(each.memory, indices);
  case List::Loaded:
    return removeFrom(each.loaded, indices);
  case List::Sums:
    return removeFrom(each.sums, indices);
  case List::Registers:
    return removeFrom(each.registers, indices);
  case List::Objects:
    return removeFrom(each.objects, indices);
  case List::Count:
    each.count = {};
    return;
  case List::Argument:
    return each.argument.reset();
  case List::Related:
    return removeFrom(each.related, indices);
  case List::ObjectForms:
    return removeFrom(each.objectForms, indices);
  case List::Issued:
    return removeFrom(each.issued, indices);
  }
}

void remove(ModularProof &proof, const std::set<RefutedClaim> &refuted) {
  std::map<std::pair<std::optional<CaseId>, ClaimEntry::List>, std::vector<std::size_t>> indices;
  for (const RefutedClaim &claim : refuted)
    indices[{claim.caseId, claim.entry.list}].push_back(claim.entry.index);
  for (const auto &[where, which] : indices)
    remove(proof, where.first, where.second, which);
}

/// None if the set has more than numbers.
std::optional<Bounds> boundsOf(const ValueSet &set) {
  if (!set.number || !set.pointers.empty() || set.self || !set.handles.empty())
    return std::nullopt;
  return Bounds{set.number->low, set.number->high, set.number->least, set.number->most};
}

ValueFacts::Piece pieceOf(const StaticCell &cell) { return {cell.object, cell.offset, cell.bytes}; }

class Facts {
public:
  Facts(const program::Program &program, const ModularProof &certificate)
      : program_(program), certificate_(certificate), facts_(program) {}

  ValueFacts make() {
    for (const auto &[cell, set] : certificate_.global)
      if (const std::optional<Bounds> bounds = boundsOf(set))
        facts_.shared.emplace(pieceOf(cell), *bounds);
    std::map<std::pair<CfaId, LocationId>, std::vector<const ModularCase *>> cases;
    for (const ModularCase &each : certificate_.cases)
      cases[{each.cfa, each.location}].push_back(&each);
    for (const auto &[where, all] : cases)
      add(where.first, where.second, all);
    return std::move(facts_);
  }

private:
  void add(CfaId cfa, LocationId location, const std::vector<const ModularCase *> &cases) {
    ValueFacts::At &at = facts_.at(cfa, location);
    at.isReachable = true;
    at.isShared = std::ranges::none_of(cases, &ModularCase::alone);
    std::set<ValueFacts::Piece> pieces;
    for (const ModularCase *each : cases)
      for (const auto &[cell, set] : each->memory)
        pieces.insert(pieceOf(cell));
    for (const auto &[reg, set] : cases.front()->registers)
      if (const std::optional<Bounds> all =
              joined(cases, [&](const ModularCase &each) { return ofRegister(each, reg); });
          all && *all != Bounds::full(program_.cfas[cfa].registers[reg].width))
        at.registers.emplace(reg, *all);
    for (const ValueFacts::Piece &piece : pieces) {
      const auto known = facts_.shared.find(piece);
      const std::optional<Bounds> all = joined(cases, [&](const ModularCase &each) { return ofMemory(each, piece); });
      if (all && *all != Bounds::full(piece.bytes * 8) &&
          (!at.isShared || known == facts_.shared.end() || known->second != *all))
        at.memory.emplace(piece, *all);
    }
  }

  /// None if one of the cases says nothing.
  template <typename Of>
  static std::optional<Bounds> joined(const std::vector<const ModularCase *> &cases, const Of &of) {
    std::optional<Bounds> all;
    for (const ModularCase *each : cases) {
      const std::optional<Bounds> bounds = of(*each);
      if (!bounds)
        return std::nullopt;
      all = all ? join(*all, *bounds) : *bounds;
    }
    return all;
  }

  static std::optional<Bounds> ofRegister(const ModularCase &each, program::RegisterId reg) {
    for (const auto &[other, set] : each.registers)
      if (other == reg)
        return boundsOf(set);
    return std::nullopt;
  }

  std::optional<Bounds> ofMemory(const ModularCase &each, const ValueFacts::Piece &piece) const {
    std::optional<Bounds> result;
    if (const auto known = facts_.shared.find(piece); known != facts_.shared.end() && !each.alone)
      result = known->second;
    for (const auto &[cell, set] : each.memory)
      if (const std::optional<Bounds> bounds = boundsOf(set); bounds && pieceOf(cell) == piece)
        result = result ? meet(*result, *bounds) : *bounds;
    return result;
  }

  const program::Program &program_;
  const ModularProof &certificate_;
  ValueFacts facts_;
};

} // namespace

CheckResult confirmClaims(const program::Program &program, ModularProof &certificate, const CheckOptions &options,
                          support::Cancellation &cancellation,
                          std::optional<support::Cancellation::Clock::time_point> deadline) {
  try {
    requirePrivateObjects(program, Provenance(program));
    for (unsigned round = 0; round < mostRounds; ++round) {
      checkModularForm(program, certificate);
      Queries queries(options.solver, cancellation);
      const std::set<RefutedClaim> refuted = ModularChecker(program, certificate, queries, deadline).checkClaims();
      if (refuted.empty())
        return {};
      remove(certificate, refuted);
    }
  } catch (const CheckFailure &failure) {
    return {failure.kind, failure.message};
  }
  return {CheckResult::Kind::Inconclusive, "claims that rest on each other"};
}

void requireConfirmed(const program::Program &program, const ModularProof &certificate, const CheckOptions &options,
                      support::Cancellation &cancellation) {
  requirePrivateObjects(program, Provenance(program));
  checkModularForm(program, certificate);
  Queries queries(options.solver, cancellation);
  if (!ModularChecker(program, certificate, queries, std::nullopt).checkClaims().empty())
    throw CheckFailure{CheckResult::Kind::Invalid, "a claim of the certificate does not hold"};
}

bool isWellFormed(const program::Program &program, const ModularProof &certificate) {
  try {
    checkModularForm(program, certificate);
  } catch (const CheckFailure &) {
    return false;
  }
  return true;
}

ValueFacts factsOf(const program::Program &program, const ModularProof &certificate) {
  return Facts(program, certificate).make();
}

} // namespace heddle::proof

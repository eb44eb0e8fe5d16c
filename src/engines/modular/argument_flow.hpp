// What a thread has computed from its argument, and from nothing that other threads can change.
//
// A proof says how registers and the thread's own dynamic objects are related to its argument
// (proof/modular_proof.hpp), but not how other memory is. The analysis may know such a relation although it came
// through shared memory: what was stored under a lock is loaded again. A checker cannot confirm it, and would reject
// the proof because of it. So the certificate has only the relations of what is *pure* at a location: on each path
// there, it was last assigned an expression over pure registers, or loaded from pure objects. A store of a value that
// is not pure to an object makes the whole object impure, from there on; no store makes it pure again. This is a
// forward data-flow analysis; leaving out a relation is always sound.
#pragma once

#include "analysis/flow_order.hpp"
#include "engines/modular/objects.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace heddle::engines::modular {

class ArgumentFlow {
public:
  /// `untracked`: sites of whose objects a proof says nothing.
  ArgumentFlow(const program::Program &program, program::CfaId cfa, const Objects &objects,
               const std::set<program::SiteId> &untracked);

  /// Whether the register is pure, or the content of the thread's own objects of an allocation site.
  bool isPure(program::LocationId location, program::RegisterId reg) const {
    return at_[location] && !at_[location]->registers[reg];
  }
  bool isPureSite(program::LocationId location, program::SiteId site) const {
    return at_[location] && !at_[location]->sites[site];
  }

private:
  struct Impure {
    std::vector<bool> registers;
    std::vector<bool> sites;
  };

  static bool unite(std::vector<bool> &all, const std::vector<bool> &more);
  void execute(const program::Operation &operation, Impure &impure) const;
  bool isComputed(program::Expr value, const Impure &impure) const;
  bool isLoaded(const program::Load &load, const Impure &impure) const;

  program::CfaId cfa_;
  const Objects &objects_;
  std::vector<std::optional<Impure>> at_; // by location; none: not reached
};

/// Adds what is set in the other; returns whether anything was new.
inline bool ArgumentFlow::unite(std::vector<bool> &all, const std::vector<bool> &more) {
  bool hasGrown = false;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (more[i] && !all[i])
      all[i] = hasGrown = true;
  return hasGrown;
}

inline ArgumentFlow::ArgumentFlow(const program::Program &program, program::CfaId cfa, const Objects &objects,
                                  const std::set<program::SiteId> &untracked)
    : cfa_(cfa), objects_(objects), at_(program.cfas[cfa].locations.size()) {
  const program::Cfa &automaton = program.cfas[cfa];
  const analysis::FlowOrder flow(automaton);
  at_[automaton.entry] = Impure{std::vector<bool>(automaton.registers.size()), std::vector<bool>(program.sites.size())};
  for (const program::SiteId site : untracked)
    at_[automaton.entry]->sites[site] = true;
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (const program::LocationId location : flow.order())
      for (const program::ActionId id : automaton.outgoing[location]) {
        if (!at_[location])
          continue;
        Impure after = *at_[location];
        for (const program::Instruction &instruction : automaton.actions[id].instructions)
          execute(instruction.operation, after);
        std::optional<Impure> &known = at_[automaton.actions[id].to];
        if (!known) {
          known = std::move(after);
          hasChanged = true;
          continue;
        }
        const bool hasRegisters = unite(known->registers, after.registers);
        const bool hasSites = unite(known->sites, after.sites);
        hasChanged = hasChanged || hasRegisters || hasSites;
      }
  }
}

inline void ArgumentFlow::execute(const program::Operation &operation, Impure &impure) const {
  if (const auto *assign = std::get_if<program::Assign>(&operation)) {
    impure.registers[assign->target] = !isComputed(assign->value, impure);
    return;
  }
  if (const auto *load = std::get_if<program::Load>(&operation)) {
    impure.registers[load->target] = !isLoaded(*load, impure);
    return;
  }
  if (const program::RegisterId target = program::writtenRegister(operation); target != program::noRegister)
    impure.registers[target] = true;
  if (const auto *store = std::get_if<program::Store>(&operation);
      store != nullptr && !isComputed(store->value, impure))
    for (const analysis::Target target : objects_.pointsTo().targets(cfa_, store->address))
      if (!objects_.isStatic(target.object))
        impure.sites[objects_.pointsTo().siteOf(target.object)] = true;
}

inline bool ArgumentFlow::isComputed(program::Expr value, const Impure &impure) const {
  bool result = true;
  program::forEachRegister(value, [&](program::RegisterId reg) { result = result && !impure.registers[reg]; });
  return result;
}

/// From the thread's own dynamic objects only.
inline bool ArgumentFlow::isLoaded(const program::Load &load, const Impure &impure) const {
  const analysis::TargetSet targets = objects_.pointsTo().targets(cfa_, load.address);
  return !targets.empty() && std::ranges::all_of(targets, [&](analysis::Target target) {
    return !objects_.isStatic(target.object) && objects_.creatorOf(target.object) == cfa_ &&
           !impure.sites[objects_.pointsTo().siteOf(target.object)];
  });
}

} // namespace heddle::engines::modular

#include "engines/explore/plain_accesses.hpp"

#include "analysis/points_to.hpp"

namespace heddle::engines::explore {

using analysis::Region;
using program::CfaId;

PlainAccesses::PlainAccesses(const program::Program &program) {
  Facts facts;
  facts.objects.resize(program.objects.size());
  facts.sites.resize(program.sites.size());
  const analysis::PointsTo pointsTo(program);
  const auto note = [&](CfaId cfa, program::Expr address, const program::Access &access) {
    if (!access.shared || program::isAtomic(access.order))
      return;
    for (const Region &region : pointsTo.regions(cfa, address, 1)) {
      if (region.kind == Region::Kind::Object)
        facts.objects[region.id] = true;
      else if (region.kind == Region::Kind::Site)
        facts.sites[region.id] = true;
      else
        facts.anywhere = true;
    }
  };
  for (CfaId cfa = 0; cfa < program.cfas.size(); ++cfa)
    for (const program::Action &action : program.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions) {
        if (const auto *load = std::get_if<program::Load>(&instruction.operation))
          note(cfa, load->address, load->access);
        else if (const auto *store = std::get_if<program::Store>(&instruction.operation))
          note(cfa, store->address, store->access);
        else if (const auto *free = std::get_if<program::Free>(&instruction.operation))
          note(cfa, free->address, {program::MemoryOrder::Plain, free->access.shared, false, false, 0});
      }
  facts_ = std::make_shared<const Facts>(std::move(facts));
}

bool PlainAccesses::operator()(const interpreter::Memory &memory, program::ObjectId object) const {
  if (facts_->anywhere)
    return true;
  if (object < facts_->objects.size())
    return facts_->objects[object];
  const interpreter::DynamicObject *dynamic = memory.dynamic(object);
  return dynamic == nullptr || facts_->sites[dynamic->site];
}

} // namespace heddle::engines::explore

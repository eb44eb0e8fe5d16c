// Computing footprints.
//
// Regions are derived from the addresses of the operations; a Free accesses its object as a whole, whatever part
// the address points to. Local accesses (Access::shared is false) commute with all steps of other threads and are
// left out on request. The subtle part is the end of the execution: an assumption that fails inside an atomic
// block, and undefined behaviour there that is not checked, discard the execution, including everything that
// other threads would still have done. Hence an action inside a block ends the execution unless it certainly
// does not fail. Accesses to static objects within their bounds do not fail; nor do checks of checked
// properties count, since their failure is a violation, which no other step can hide.
#include "analysis/footprint.hpp"

#include <algorithm>
#include <utility>

namespace heddle::analysis {

namespace {

/// Whether a thread of this function can terminate. Main usually cannot: its return ends the program.
bool hasEnd(const program::Cfa &cfa) {
  return std::any_of(cfa.actions.begin(), cfa.actions.end(), [](const program::Action &action) {
    return std::any_of(action.instructions.begin(), action.instructions.end(),
                       [](const program::Instruction &instruction) {
                         return std::holds_alternative<program::EndThread>(instruction.operation);
                       });
  });
}

class Collector {
public:
  Collector(const program::Program &program, program::CfaId cfa, bool inBlock, const RegionsOf &regionsOf,
            Accesses accesses)
      : program_(program), cfa_(cfa), inBlock_(inBlock), regionsOf_(regionsOf), accesses_(accesses) {}

  void operator()(const program::Load &op) { access(op.address, op.width / 8u, op.access, result_.reads); }
  void operator()(const program::Store &op) { access(op.address, op.value->width / 8u, op.access, result_.writes); }
  void operator()(const program::Free &op) {
    noteFailure(op.storage == program::Storage::Heap);
    if (!counts(op.access))
      return;
    for (Region region : regionsOf_(cfa_, op.address, 1)) {
      region.begin = 0;
      region.end = Region::unbounded;
      end(region);
    }
  }
  void operator()(const program::ObjectSize &op) { // depends on whether the object has been freed
    for (Region region : regionsOf_(cfa_, op.address, 1)) {
      region.begin = 0;
      region.end = Region::unbounded;
      result_.reads.push_back(region);
    }
  }
  void operator()(const program::Spawn &) { result_.spawns = true; }
  void operator()(const program::Join &) {
    result_.joins = true;
    noteFailure(true);
    for (program::CfaId other = 0; other < program_.cfas.size(); ++other)
      if (hasEnd(program_.cfas[other]))
        endStackOf(other);
  }
  void operator()(const program::Detach &) { (*this)(program::Join{}); }
  void operator()(const program::EndThread &) {
    result_.endsThread = true;
    endStackOf(cfa_); // if the thread is detached
  }
  void operator()(const program::EndProgram &) { result_.endsExecution = result_.endsProgram = true; }
  void operator()(const program::Halt &) { result_.endsExecution = result_.endsProgram = true; }
  void operator()(const program::Assume &op) { noteFailure(!op.condition->isTrue()); }
  void operator()(const program::Check &op) {
    const bool stops = op.after == program::AfterFailure::Stop && !program_.properties.contains(op.property);
    noteFailure(stops && !op.condition->isTrue());
  }
  // Operations that affect only the thread's own registers, and marks without an effect.
  void operator()(const program::Assign &) {}
  void operator()(const program::Havoc &) {}
  void operator()(const program::Fence &) {}
  void operator()(const program::AtomicBegin &) {}
  void operator()(const program::Guard &) {}
  void operator()(const program::Allocate &) {}
  void operator()(const program::Sync &) {}

  Footprint take() {
    normalise(result_.reads);
    normalise(result_.writes);
    normalise(result_.ends);
    return std::move(result_);
  }

private:
  bool counts(const program::Access &access) const { return access.shared || accesses_ == Accesses::All; }

  void end(const Region &region) {
    result_.ends.push_back(region);
    result_.writes.push_back(region);
  }

  /// The lifetime of everything that is still on the stack of a thread ends with the thread.
  void endStackOf(program::CfaId cfa) {
    for (const program::Action &action : program_.cfas[cfa].actions)
      for (const program::Instruction &instruction : action.instructions)
        if (const auto *made = std::get_if<program::Allocate>(&instruction.operation);
            made != nullptr && made->storage != program::Storage::Heap)
          end(Region::site(made->site));
  }

  /// A failure that is not a violation discards the execution if it happens inside a block.
  void noteFailure(bool isPossible) { result_.endsExecution |= isPossible && inBlock_; }

  void access(program::Expr address, std::uint64_t bytes, const program::Access &access, RegionSet &into) {
    if (!inBlock_ && !counts(access))
      return;
    const RegionSet regions = regionsOf_(cfa_, address, bytes);
    const bool isSafe = std::all_of(regions.begin(), regions.end(), [this](const Region &r) { return isInBounds(r); });
    noteFailure(!isSafe && !program_.properties.contains(program::Property::ValidDeref));
    if (counts(access))
      into.insert(into.end(), regions.begin(), regions.end());
  }

  bool isInBounds(const Region &region) const {
    return region.kind == Region::Kind::Object && region.id != program::nullObject &&
           region.id < program_.objects.size() && region.end <= program_.objects[region.id].size &&
           program_.objects[region.id].kind == program::StaticObject::Kind::Variable;
  }

  const program::Program &program_;
  program::CfaId cfa_;
  bool inBlock_;
  const RegionsOf &regionsOf_;
  Accesses accesses_;
  Footprint result_;
};

} // namespace

void Footprint::add(const Footprint &other) {
  reads.insert(reads.end(), other.reads.begin(), other.reads.end());
  writes.insert(writes.end(), other.writes.begin(), other.writes.end());
  ends.insert(ends.end(), other.ends.begin(), other.ends.end());
  normalise(reads);
  normalise(writes);
  normalise(ends);
  spawns |= other.spawns;
  joins |= other.joins;
  endsThread |= other.endsThread;
  endsExecution |= other.endsExecution;
  endsProgram |= other.endsProgram;
}

Footprint footprintOf(const program::Program &program, program::CfaId cfa, const program::Action &action,
                      const RegionsOf &regionsOf, Accesses accesses) {
  Collector collector(program, cfa, isInsideAtomicBlock(program.cfas[cfa], action), regionsOf, accesses);
  for (const program::Instruction &instruction : action.instructions)
    std::visit(collector, instruction.operation);
  return collector.take();
}

} // namespace heddle::analysis

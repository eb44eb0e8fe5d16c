// The bytes of a static object keep their initial value if, according to points-to analysis, no Store and no Free
// may access them; a store through a wild pointer is undefined behaviour and is not followed. Only loads with a
// constant address are folded: they are valid, they do not race (there is no write to race with), and there is no
// release for them to acquire. Where a function of which nothing is known may write, nothing is folded, although the
// program has no such write: whether a violation depends on it is seen only if the load is there.
#include "transform/constant_memory.hpp"

#include "analysis/escape.hpp"
#include "analysis/points_to.hpp"
#include "support/bytes.hpp"

#include <algorithm>
#include <optional>

namespace heddle::transform {

using namespace program;

namespace {

static_assert(std::variant_size_v<Operation> == 19, "a new operation: does it write memory?");

/// The parts of static objects that may be written, by object.
class WrittenMemory {
public:
  explicit WrittenMemory(const Program &program) : ranges_(program.objects.size()) {
    const analysis::PointsTo pointsTo(program);
    bool passesOut = false;
    for (CfaId id = 0; id < program.cfas.size(); ++id)
      for (const Action &action : program.cfas[id].actions)
        for (const Instruction &instruction : action.instructions) {
          if (const auto *store = std::get_if<Store>(&instruction.operation))
            add(pointsTo.targets(id, store->address), store->value->width / 8U);
          if (const auto *sync = std::get_if<Sync>(&instruction.operation);
              sync != nullptr && sync->kind == SyncKind::PassOut &&
              !(sync->object->isConstant() && sync->object->value == 0)) {
            add(pointsTo.targets(id, sync->object), analysis::Region::unbounded);
            passesOut = true;
          }
          if (const auto *release = std::get_if<Free>(&instruction.operation))
            add(pointsTo.targets(id, release->address), analysis::Region::unbounded);
        }
    for (ObjectId id = 1; id < program.objects.size(); ++id)
      if (program.objects[id].setOutside)
        addWhole(id);
    if (passesOut)
      addAddressed(program);
  }

  bool mayBeWritten(ObjectId object, std::uint64_t begin, std::uint64_t end) const {
    return std::any_of(ranges_[object].begin(), ranges_[object].end(),
                       [&](const Range &range) { return range.begin < end && begin < range.end; });
  }

private:
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
  };

  void addWhole(ObjectId object) {
    if (object != nullObject && object < ranges_.size())
      ranges_[object].push_back({0, analysis::Region::unbounded});
  }

  /// Objects to which memory may point: a function of which nothing is known may find its way to them. If it finds a
  /// function of the program, that may write any of them.
  void addAddressed(const Program &program) {
    if (std::ranges::any_of(program.objects,
                            [](const StaticObject &object) { return object.kind == StaticObject::Kind::Function; }))
      for (ObjectId id = 1; id < program.objects.size(); ++id)
        if (program.objects[id].kind == StaticObject::Kind::Variable)
          addWhole(id);
    const auto addPointee = [&](Bits word) { addWhole(program.pointers.object(word)); };
    const std::size_t bytes = program.pointers.width / 8U;
    for (const StaticObject &object : program.objects)
      if (object.initial && object.kind != StaticObject::Kind::Function)
        for (std::size_t i = 0; i + bytes <= object.initial->size(); ++i)
          addPointee(support::fromLittleEndian(std::span(*object.initial).subspan(i, bytes)));
    for (const Cfa &cfa : program.cfas)
      for (const Action &action : cfa.actions)
        for (const Instruction &instruction : action.instructions) {
          const auto *store = std::get_if<Store>(&instruction.operation);
          if (store != nullptr && store->value->isConstant() && store->value->width == program.pointers.width)
            addPointee(store->value->value);
        }
  }

  void add(const analysis::TargetSet &targets, std::uint64_t size) {
    for (const analysis::Target target : targets) {
      if (target.object >= ranges_.size())
        continue;
      const bool whole = !target.hasOffset() || size == analysis::Region::unbounded;
      ranges_[target.object].push_back(whole ? Range{0, analysis::Region::unbounded}
                                             : Range{target.offset, target.offset + size});
    }
  }

  std::vector<std::vector<Range>> ranges_; // by ObjectId
};

std::optional<Bits> constantAt(const Program &program, const WrittenMemory &written, const Load &load) {
  if (!load.address->isConstant() || load.access.isVolatile)
    return std::nullopt;
  const ObjectId id = program.pointers.object(load.address->value);
  const std::uint64_t begin = program.pointers.offset(load.address->value);
  const std::uint64_t end = begin + load.width / 8U;
  if (id == nullObject || id >= program.objects.size())
    return std::nullopt;
  const StaticObject &object = program.objects[id];
  if (object.kind == StaticObject::Kind::Function || !object.initial || end > object.size ||
      written.mayBeWritten(id, begin, end))
    return std::nullopt;
  return support::fromLittleEndian(std::span(*object.initial).subspan(begin, end - begin));
}

} // namespace

bool foldConstantMemory(Program &program) {
  bool folded = false;
  const WrittenMemory written(program);
  for (Cfa &cfa : program.cfas)
    for (Action &action : cfa.actions)
      for (Instruction &instruction : action.instructions) {
        // A copying Load and its Store stay together.
        const auto *load = std::get_if<Load>(&instruction.operation);
        if (load == nullptr || load->access.copy)
          continue;
        const RegisterId target = load->target;
        if (const std::optional<Bits> value = constantAt(program, written, *load)) {
          const unsigned width = cfa.registers[target].width;
          instruction.operation =
              Assign{target, program.expressions->constant(support::truncate(*value, width), width)};
          folded = true;
        }
      }
  analysis::keepBlockEntriesVisible(program);
  return folded;
}

} // namespace heddle::transform

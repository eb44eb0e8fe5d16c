#include "interpreter/paths.hpp"

#include <fmt/format.h>

namespace heddle::interpreter {

using program::TypeKind;

namespace {

constexpr unsigned mostHops = 8;

} // namespace

std::optional<Paths::Named> Paths::of(EntryId id, const Memory &memory) const {
  const Entry &entry = journal_[id];
  const bool isSync = entry.kind == Entry::Kind::Sync;
  const bool isFailure = entry.kind == Entry::Kind::Failure && entry.range.object == program::nullObject;
  const ObjectId object = isSync || isFailure ? program_.pointers.object(entry.value) : entry.range.object;
  if (object < program_.objects.size())
    return std::nullopt;
  const EntryId allocation = journal_.allocationOf(object, id);
  if (allocation == noEntry ||
      std::get<program::Allocate>(journal_[allocation].instruction->operation).storage != program::Storage::Heap)
    return std::nullopt;
  return at(id, memory, 0);
}

std::optional<std::string> Paths::pointer(EntryId entry, const Memory &memory) const {
  const std::optional<Named> target = of(entry, memory);
  if (!target)
    return std::nullopt;
  return target->name.starts_with("*") ? target->name.substr(1) : "&" + target->name;
}

std::optional<Paths::Named> Paths::at(EntryId id, const Memory &memory, unsigned depth) const {
  const Entry &entry = journal_[id];
  const bool isAddress = entry.kind == Entry::Kind::Sync || entry.kind == Entry::Kind::Free ||
                         (entry.kind == Entry::Kind::Failure && entry.range.object == program::nullObject);
  const Bits address = isAddress ? entry.value : program_.pointers.pointer(entry.range.object, entry.range.begin);
  const std::uint64_t size = isAddress ? 0 : entry.range.end - entry.range.begin;
  const auto sources = entry.kind == Entry::Kind::Failure ? journal_.valuesOf(id) : journal_.addressesOf(id);
  // The latest source is the nearest one to the access.
  for (std::size_t i = sources.size(); i-- > 0;)
    if (std::optional<Named> named = through(sources[i], address, size, memory, depth)) {
      if (entry.kind == Entry::Kind::Sync)
        descend(*named);
      return named;
    }
  return std::nullopt;
}

std::optional<Paths::Named> Paths::through(EntryId source, Bits address, std::uint64_t size, const Memory &memory,
                                           unsigned depth) const {
  if (depth == mostHops)
    return std::nullopt;
  const Entry &entry = journal_[source];
  const bool isSameObject = program_.pointers.object(entry.value) == program_.pointers.object(address);
  if (isSameObject && address >= entry.value && entry.kind == Entry::Kind::Assign) {
    const program::RegisterId target = program::writtenRegister(entry.instruction->operation);
    const program::Register &reg = program_.cfas[entry.cfa].registers[target];
    if (reg.isVariable)
      if (const auto named = member({reg.name, reg.type}, static_cast<std::uint64_t>(address - entry.value), size))
        return named;
  }
  if (entry.kind == Entry::Kind::Read) {
    if (!isSameObject || address < entry.value)
      return std::nullopt;
    const ByteRange &range = entry.range;
    std::optional<Named> pointer;
    const bool isStatic = range.object < program_.objects.size();
    if (isStatic)
      pointer =
          Named{names_.place(memory, range.object, range.begin, range.end - range.begin),
                program_.types.cellAt(program_.objects[range.object].type, range.begin, range.end - range.begin).type};
    else if (entry.allocation != noEntry) {
      const auto &allocate = std::get<program::Allocate>(journal_[entry.allocation].instruction->operation);
      const program::AllocationSite &site = program_.sites[allocate.site];
      const auto cell = program_.types.cellAt(site.type, range.begin, range.end - range.begin);
      if (allocate.storage == program::Storage::Heap)
        pointer = at(source, memory, depth + 1);
      else
        pointer = Named{site.name + cell.path, cell.type};
    }
    return pointer ? member(*pointer, static_cast<std::uint64_t>(address - entry.value), size) : std::nullopt;
  }
  if (entry.kind != Entry::Kind::Assign && entry.kind != Entry::Kind::Start)
    return std::nullopt;
  const auto sources = journal_.valuesOf(source);
  for (std::size_t i = sources.size(); i-- > 0;)
    if (auto named = through(sources[i], address, size, memory, depth + 1))
      return named;
  return std::nullopt;
}

void Paths::descend(Named &named) const {
  while (true) {
    const program::Type &type = program_.types[named.type];
    if (type.kind != TypeKind::Struct || type.isSystem || type.fields.empty() || type.fields.front().offset != 0)
      return;
    const program::TypeField &first = type.fields.front();
    named.name = named.name.starts_with("*") ? fmt::format("{}->{}", named.name.substr(1), first.name)
                                             : fmt::format("{}.{}", named.name, first.name);
    named.type = first.type;
  }
}

std::optional<Paths::Named> Paths::member(const Named &pointer, std::uint64_t distance, std::uint64_t size) const {
  if (program_.types[pointer.type].kind != TypeKind::Pointer)
    return std::nullopt;
  const program::TypeId pointee = program_.types[pointer.type].element;
  const std::uint64_t pointeeSize = program_.types[pointee].size;
  if (pointee == program::unknownType || pointeeSize == 0)
    return std::nullopt;
  const std::uint64_t index = distance / pointeeSize;
  if (distance % pointeeSize + size > pointeeSize)
    return std::nullopt;
  const program::TypeTable::Cell cell = program_.types.cellAt(pointee, distance % pointeeSize, size);
  if (cell.path.starts_with("+"))
    return std::nullopt;
  if (index != 0)
    return Named{fmt::format("{}[{}]{}", pointer.name, index, cell.path), cell.type};
  if (cell.path.starts_with("."))
    return Named{fmt::format("{}->{}", pointer.name, cell.path.substr(1)), cell.type};
  if (cell.path.starts_with("["))
    return Named{fmt::format("(*{}){}", pointer.name, cell.path), cell.type};
  return Named{"*" + pointer.name, cell.type};
}

} // namespace heddle::interpreter

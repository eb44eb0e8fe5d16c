#include "interpreter/names.hpp"

#include "interpreter/heap_cells.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

namespace heddle::interpreter {

using program::TypeKind;

namespace {

program::TypeTable::Cell cellOf(const program::Program &program, program::TypeId type, const Memory &memory,
                                ObjectId object, std::uint64_t offset, std::uint64_t size) {
  const DynamicObject *dynamic = object < program.objects.size() ? nullptr : memory.dynamic(object);
  return dynamic != nullptr && dynamic->storage == program::Storage::Heap
             ? heapCell(program.types, type, dynamic->size, offset, size)
             : program.types.cellAt(type, offset, size);
}

} // namespace

program::TypeId Names::typeOf(const Memory &memory, ObjectId object) const {
  if (object < program_.objects.size())
    return program_.objects[object].type;
  const DynamicObject *found = memory.dynamic(object);
  return found != nullptr && found->known ? program_.sites[found->site].type : program::unknownType;
}

std::string Names::where(program::SourceSpan span) const {
  return program_.sources.describe(program_.sources.userSpan(span));
}

std::string Names::thread(unsigned index) { return index == 0 ? "main" : fmt::format("T{}", index); }

std::string Names::object(const Memory &memory, ObjectId object) const {
  if (object == program::nullObject)
    return "NULL";
  if (object < program_.objects.size())
    return program_.objects[object].name;
  const DynamicObject *found = memory.dynamic(object);
  if (found == nullptr || !found->known)
    return "unallocated memory";
  const program::AllocationSite &site = program_.sites[found->site];
  if (found->storage != program::Storage::Heap)
    return site.name;
  return fmt::format("{}@{}", site.name, where(site.span));
}

std::string Names::place(const Memory &memory, ObjectId id, std::uint64_t offset, std::uint64_t size) const {
  return object(memory, id) + cellOf(program_, typeOf(memory, id), memory, id, offset, size).path;
}

std::string Names::pointer(const Memory &memory, Bits pointer) const {
  const ObjectId id = program_.pointers.object(pointer);
  const std::uint64_t offset = program_.pointers.offset(pointer);
  if (id == program::nullObject)
    return offset == 0 ? "NULL" : fmt::format("NULL+{}", offset);
  const bool isStatic = id < program_.objects.size();
  if (isStatic && program_.objects[id].kind == program::StaticObject::Kind::Function && offset == 0)
    return program_.objects[id].name;
  if (!isStatic && (memory.dynamic(id) == nullptr || !memory.dynamic(id)->known))
    return support::toHex(pointer);
  // An offset beyond the largest object results from arithmetic that went below the start of the next object.
  if (offset >= program_.pointers.maxObjectSize()) {
    const std::uint64_t below = (std::uint64_t{1} << program_.pointers.offsetBits) - offset;
    return fmt::format("&{}-{}", object(memory, id + 1), below);
  }
  if (offset == 0)
    return "&" + object(memory, id);
  if (offset >= memory.size(id))
    return fmt::format("&{}+{}", object(memory, id), offset);
  return "&" + object(memory, id) + cellOf(program_, typeOf(memory, id), memory, id, offset, 1).path;
}

namespace {

constexpr Bits mostHandles = 64;

/// Handles are numbers, which only the names of their types tell from others.
bool isHandle(const program::Type &type) { return type.name == "pthread_t" || type.name == "thrd_t"; }

/// " 'a'" for a printable character of the type char, which unlike signed and unsigned char holds text.
std::string characterOf(const program::Type &type, Bits value) {
  const bool isPrintable = value >= ' ' && value <= '~';
  return type.size == 1 && type.name == "char" && isPrintable ? fmt::format(" '{}'", static_cast<char>(value)) : "";
}

/// The constant of that value; its number if there is none.
std::string enumConstant(const program::Type &type, Bits value, unsigned width) {
  for (const program::EnumConstant &constant : type.constants)
    if (support::truncate(constant.value, width) == value)
      return constant.name;
  return support::toSignedDecimal(value, width);
}

std::string floatText(Bits value, unsigned width) {
  if (width == 32)
    return fmt::format("{}", std::bit_cast<float>(static_cast<std::uint32_t>(value)));
  if (width == 64)
    return fmt::format("{}", std::bit_cast<double>(static_cast<std::uint64_t>(value)));
  if (width == 80) {
    const unsigned exponent = static_cast<unsigned>(value >> 64) & 0x7fffU;
    const auto mantissa = static_cast<double>(static_cast<std::uint64_t>(value));
    const double magnitude = std::ldexp(mantissa, static_cast<int>(exponent) - 16383 - 63);
    return fmt::format("{}", support::signBit(value, 80) ? -magnitude : magnitude);
  }
  return support::toHex(value);
}

} // namespace

std::string Names::value(const Memory &memory, Bits value, unsigned width, program::TypeId type) const {
  switch (program_.types[type].kind) {
  case TypeKind::Bool:
    return value == 0 ? "false" : value == 1 ? "true" : support::toDecimal(value);
  case TypeKind::Signed:
    return support::toSignedDecimal(value, width) + characterOf(program_.types[type], value);
  case TypeKind::Enum:
    return enumConstant(program_.types[type], value, width);
  case TypeKind::Float:
    return floatText(value, width);
  case TypeKind::Pointer:
    return pointer(memory, value);
  default:
    break;
  }
  if (isHandle(program_.types[type]) && value != 0 && value <= mostHandles)
    return thread(static_cast<unsigned>(value) - 1);
  return support::toDecimal(value) + characterOf(program_.types[type], value);
}

std::string Names::content(const Memory &memory, const Place &place, unsigned size, Bits value) const {
  const auto cell = cellOf(program_, typeOf(memory, place.object), memory, place.object, place.offset, size);
  // A word without a type that points into a live object most likely is a pointer.
  if (cell.type == program::unknownType && size * 8 == program_.pointers.width && value != 0 &&
      memory.find(value, 0, false).fault == Fault::None)
    return pointer(memory, value);
  return this->value(memory, value, size * 8, cell.type);
}

std::string Names::fault(const Memory &memory, Fault fault, Bits pointer, std::uint64_t size, bool write) const {
  std::string access = fmt::format("{} of {} byte{}", write ? "write" : "read", size, size == 1 ? "" : "s");
  const ObjectId id = program_.pointers.object(pointer);
  switch (fault) {
  case Fault::None:
    break;
  case Fault::Null:
    return fmt::format("{} through a null pointer", access);
  case Fault::NotAllocated: {
    const DynamicObject *object = memory.dynamic(id);
    if (object != nullptr && object->known) {
      std::string text = fmt::format("{} at {}, whose lifetime has ended", access, this->pointer(memory, pointer));
      if (const program::AllocationSite &site = program_.sites[object->site];
          object->storage == program::Storage::Stack && site.span.known())
        text += fmt::format(" with its block ({} is declared at {})", site.name, where(site.span));
      return text;
    }
    return fmt::format("{} at {}, where there is no object", access, this->pointer(memory, pointer));
  }
  case Fault::OutOfBounds: {
    const ObjectId meant = program_.pointers.offset(pointer) >= program_.pointers.maxObjectSize() ? id + 1 : id;
    return fmt::format("{} at {}, outside of {} ({} bytes)", access, this->pointer(memory, pointer),
                       object(memory, meant), memory.size(meant));
  }
  case Fault::Function:
    return fmt::format("{} at the function {}", access, object(memory, id));
  case Fault::Constant:
    return fmt::format("{} at {}, which is constant", access, this->pointer(memory, pointer));
  }
  return access;
}

std::string Names::race(const Memory &memory, const AccessRecord &first, const AccessRecord &second) const {
  const auto verb = [](const AccessRecord &access) {
    if (access.instruction != nullptr && std::holds_alternative<program::Free>(access.instruction->operation))
      return "freed";
    return access.write ? "written" : "read";
  };
  const auto location = [&](const AccessRecord &access) {
    return access.instruction != nullptr ? " at " + where(access.instruction->span) : std::string();
  };
  const ByteRange &range = second.range;
  return fmt::format("{} is {} by {}{} and {} by {}{}, and nothing orders the two",
                     this->place(memory, range.object, range.begin, range.end - range.begin), verb(first),
                     thread(first.thread), location(first), verb(second), thread(second.thread), location(second));
}

std::string Names::input(const Memory &memory, const std::string *name, Bits address) const {
  if (name != nullptr)
    return *name;
  return "uninitialised " + place(memory, program_.pointers.object(address), program_.pointers.offset(address), 1);
}

} // namespace heddle::interpreter

// C types, as needed for output: to print a value as `-1`, `true` or `&node`, and a cell of memory as
// `queue.items[3]`. Engines do not use them; the semantics depends on widths and offsets alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::program {

using TypeId = std::uint32_t;
/// Type 0 is "unknown": printed as an unsigned number.
constexpr TypeId unknownType = 0;

enum class TypeKind : std::uint8_t { Unknown, Bool, Signed, Unsigned, Float, Pointer, Enum, Array, Struct, Union };

struct TypeField {
  std::string name;
  std::uint64_t offset = 0;    // in bytes
  std::uint32_t bitOffset = 0; // within the byte at `offset`, for bit-fields
  std::uint32_t bitSize = 0;   // 0 unless a bit-field
  TypeId type = unknownType;
};

struct EnumConstant {
  std::string name;
  std::uint64_t value = 0; // extended to 64 bits
};

struct Type {
  TypeKind kind = TypeKind::Unknown;
  std::string name;                      // as C writes it: "unsigned int", "struct node"
  std::uint64_t size = 0;                // in bytes
  TypeId element = unknownType;          // Array: its element; Pointer: the pointee
  std::uint64_t count = 0;               // Array
  std::vector<TypeField> fields;         // Struct, Union
  bool isSystem = false;                 // Struct, Union: defined by a header of the system, as pthread_mutex_t is
  std::vector<EnumConstant> constants{}; // Enum
};

class TypeTable {
public:
  TypeTable() : types_(1) {}

  TypeId add(Type type) {
    types_.push_back(std::move(type));
    return static_cast<TypeId>(types_.size() - 1);
  }
  std::size_t size() const { return types_.size(); }
  const Type &operator[](TypeId id) const { return types_[id]; }
  Type &operator[](TypeId id) { return types_[id]; }

  struct Cell {
    std::string path; // follows the variable's name: "", ".next", "[3].count"
    TypeId type = unknownType;
  };
  /// The innermost cell of `type` at `offset` that is `size` bytes wide; "+5" when no such cell exists.
  /// Size 0 asks for the outermost cell that begins there, e.g. the name of a mutex inside a struct.
  Cell cellAt(TypeId type, std::uint64_t offset, std::uint64_t size) const;

private:
  std::vector<Type> types_;
};

} // namespace heddle::program

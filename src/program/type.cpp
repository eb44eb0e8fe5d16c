// The C name of a byte range of an object.
//
// The search descends the type from the object's start to the innermost cell of exactly the range's size: a
// scalar, an aggregate (a struct that is copied as a whole), or the bit-fields that share the storage unit that
// the range covers. If there is none, the result is the innermost cell that contains the range, followed by
// "+offset", so that a partial or straddling access is never mistaken for a whole one. Unions make this a
// search: several members can contain the range, and scalars are preferred.
#include "program/type.hpp"

#include <optional>

namespace heddle::program {

namespace {

enum class Fit : std::uint8_t { Partial, BitFields, Aggregate, Scalar };

struct Candidate {
  TypeTable::Cell cell;
  Fit fit = Fit::Partial;
};

bool isAggregate(TypeKind kind) {
  return kind == TypeKind::Array || kind == TypeKind::Struct || kind == TypeKind::Union;
}

class CellSearch {
public:
  CellSearch(const TypeTable &types, std::uint64_t size) : types_(types), size_(size) {}

  Candidate at(TypeId id, std::uint64_t offset, const std::string &path) const {
    const Type &type = types_[id];
    if (size_ == 0 && offset == 0 && type.kind != TypeKind::Array)
      return {{path, id}, Fit::Scalar};
    std::optional<Candidate> inner;
    if (type.kind == TypeKind::Array)
      inner = inElement(type, offset, path);
    else if (type.kind == TypeKind::Struct || type.kind == TypeKind::Union)
      inner = inField(type, offset, path);
    if (inner && inner->fit != Fit::Partial)
      return *inner;
    if (offset == 0 && (size_ == type.size || type.kind == TypeKind::Unknown))
      return {{path, id}, isAggregate(type.kind) ? Fit::Aggregate : Fit::Scalar};
    if (inner)
      return *inner;
    return {{path + "+" + std::to_string(offset), unknownType}, Fit::Partial};
  }

private:
  std::optional<Candidate> inElement(const Type &type, std::uint64_t offset, const std::string &path) const {
    const std::uint64_t elementSize = types_[type.element].size;
    if (elementSize == 0)
      return std::nullopt;
    const std::uint64_t index = offset / elementSize;
    const bool counted = type.count != 0; // a flexible array member has no count: any index is valid
    if ((counted && index >= type.count) || offset % elementSize + size_ > elementSize)
      return std::nullopt;
    return at(type.element, offset % elementSize, path + "[" + std::to_string(index) + "]");
  }

  std::optional<Candidate> inField(const Type &type, std::uint64_t offset, const std::string &path) const {
    std::optional<Candidate> best = bitFields(type, offset, path);
    for (const TypeField &field : type.fields) {
      if (field.bitSize != 0 || offset < field.offset)
        continue;
      const std::uint64_t fieldSize = types_[field.type].size;
      const std::uint64_t inside = offset - field.offset;
      const bool isFlexible = fieldSize == 0 && types_[field.type].kind == TypeKind::Array;
      if (!isFlexible && inside + size_ > fieldSize)
        continue;
      // Members of anonymous structs and unions are named as if they were the outer type's own.
      Candidate found = at(field.type, inside, field.name.empty() ? path : path + "." + field.name);
      if (!best || found.fit > best->fit)
        best = std::move(found);
    }
    return best;
  }

  /// The bit-fields that lie within the range: ".flag", or ".{a,b}" when they share it.
  std::optional<Candidate> bitFields(const Type &type, std::uint64_t offset, const std::string &path) const {
    std::string names;
    unsigned count = 0;
    TypeId only = unknownType;
    for (const TypeField &field : type.fields) {
      const bool isBitField = field.bitSize != 0;
      const std::uint64_t firstBit = field.offset * 8 + field.bitOffset;
      const std::uint64_t bits = isBitField ? field.bitSize : types_[field.type].size * 8;
      if (firstBit + bits <= offset * 8 || firstBit >= (offset + size_) * 8)
        continue;
      if (!isBitField && type.kind == TypeKind::Struct)
        return std::nullopt; // the range is more than a storage unit of bit-fields
      if (!isBitField || field.name.empty())
        continue;
      names += (count++ == 0 ? "" : ",") + field.name;
      only = firstBit == offset * 8 && field.bitSize == size_ * 8 ? field.type : unknownType;
    }
    if (count == 0)
      return std::nullopt;
    if (count == 1)
      return Candidate{{path + "." + names, only}, Fit::BitFields};
    return Candidate{{path + ".{" + names + "}", unknownType}, Fit::BitFields};
  }

  const TypeTable &types_;
  std::uint64_t size_;
};

} // namespace

TypeTable::Cell TypeTable::cellAt(TypeId type, std::uint64_t offset, std::uint64_t size) const {
  return CellSearch(*this, size).at(type, offset, "").cell;
}

} // namespace heddle::program

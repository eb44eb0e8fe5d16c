#include "program/type.hpp"

#include <gtest/gtest.h>

namespace heddle::program {
namespace {

class Cells : public testing::Test {
protected:
  TypeTable types;
  TypeId intType = types.add({TypeKind::Signed, "int", 4, unknownType, 0, {}});
  TypeId longType = types.add({TypeKind::Signed, "long", 8, unknownType, 0, {}});
  TypeId charType = types.add({TypeKind::Signed, "char", 1, unknownType, 0, {}});

  TypeId array(TypeId element, std::uint64_t count) {
    return types.add({TypeKind::Array, "array", types[element].size * count, element, count, {}});
  }
  TypeId record(std::uint64_t size, std::vector<TypeField> fields, TypeKind kind = TypeKind::Struct) {
    return types.add({kind, "record", size, unknownType, 0, std::move(fields)});
  }
  TypeField field(std::string name, std::uint64_t offset, TypeId type) { return {std::move(name), offset, 0, 0, type}; }
  TypeField bits(std::string name, std::uint64_t offset, std::uint32_t first, std::uint32_t size) {
    return {std::move(name), offset, first, size, intType};
  }

  std::string path(TypeId type, std::uint64_t offset, std::uint64_t size) {
    return types.cellAt(type, offset, size).path;
  }
};

TEST_F(Cells, AScalarIsItsOwnCell) {
  EXPECT_EQ(path(intType, 0, 4), "");
  EXPECT_EQ(types.cellAt(intType, 0, 4).type, intType);
}

TEST_F(Cells, AnUnknownTypeHasOnlyOffsets) {
  EXPECT_EQ(path(unknownType, 0, 4), "");
  EXPECT_EQ(path(unknownType, 5, 4), "+5");
}

TEST_F(Cells, ArraysOfArraysHaveAnIndexPerDimension) {
  const TypeId matrix = array(array(intType, 3), 2);
  EXPECT_EQ(path(matrix, 0, 4), "[0][0]");
  EXPECT_EQ(path(matrix, 20, 4), "[1][2]");
  EXPECT_EQ(path(matrix, 12, 12), "[1]");
}

TEST_F(Cells, NestedStructsHaveADotPerLevel) {
  const TypeId inner = record(8, {field("x", 0, intType), field("y", 4, intType)});
  const TypeId outer = record(24, {field("head", 0, longType), field("points", 8, array(inner, 2))});
  EXPECT_EQ(path(outer, 0, 8), ".head");
  EXPECT_EQ(path(outer, 20, 4), ".points[1].y");
  EXPECT_EQ(path(outer, 8, 8), ".points[0]");
}

TEST_F(Cells, TheInnermostScalarWinsOverAStructOfTheSameSize) {
  const TypeId wrapper = record(4, {field("value", 0, intType)});
  EXPECT_EQ(path(wrapper, 0, 4), ".value");
  EXPECT_EQ(types.cellAt(wrapper, 0, 4).type, intType);
}

TEST_F(Cells, AUnionGivesTheMemberOfTheAccessedSize) {
  const TypeId both =
      record(8, {field("bytes", 0, array(charType, 8)), field("word", 0, intType), field("wide", 0, longType)},
             TypeKind::Union);
  EXPECT_EQ(path(both, 0, 4), ".word");
  EXPECT_EQ(path(both, 0, 8), ".wide");
  EXPECT_EQ(path(both, 3, 1), ".bytes[3]");
}

TEST_F(Cells, BitFieldsOfOneStorageUnitAreNamedTogether) {
  const TypeId flags = record(8, {bits("a", 0, 0, 3), bits("b", 0, 3, 5), field("rest", 4, intType)});
  EXPECT_EQ(path(flags, 0, 1), ".{a,b}");
  EXPECT_EQ(path(flags, 4, 4), ".rest");
  EXPECT_EQ(path(flags, 0, 8), "");
}

TEST_F(Cells, ABitFieldAloneInItsUnitHasItsName) {
  const TypeId flags = record(4, {bits("only", 0, 0, 3)});
  EXPECT_EQ(path(flags, 0, 1), ".only");
}

TEST_F(Cells, MembersOfAnonymousStructsAreNamedDirectly) {
  const TypeId inner = record(4, {field("x", 0, intType)});
  const TypeId outer = record(8, {field("tag", 0, intType), field("", 4, inner)});
  EXPECT_EQ(path(outer, 4, 4), ".x");
}

TEST_F(Cells, AFlexibleArrayMemberHasAnyIndex) {
  const TypeId flexible = types.add({TypeKind::Array, "int[]", 0, intType, 0, {}});
  const TypeId message = record(8, {field("size", 0, longType), field("items", 8, flexible)});
  EXPECT_EQ(path(message, 8 + 4 * 17, 4), ".items[17]");
}

TEST_F(Cells, APartOfACellIsMarkedWithItsOffset) {
  const TypeId pair = record(8, {field("x", 0, intType), field("y", 4, intType)});
  EXPECT_EQ(path(pair, 5, 1), ".y+1");
  EXPECT_EQ(path(pair, 4, 2), ".y+0");
}

TEST_F(Cells, AnAccessAcrossCellsIsMarkedWithItsOffset) {
  const TypeId triple = record(12, {field("x", 0, intType), field("y", 4, intType), field("z", 8, intType)});
  EXPECT_EQ(path(triple, 4, 8), "+4");
  EXPECT_EQ(path(array(intType, 2), 6, 4), "+6");
}

TEST_F(Cells, WithoutASizeItIsTheOutermostCellThatBeginsThere) {
  const TypeId lock = record(8, {field("state", 0, intType), field("owner", 4, intType)});
  const TypeId queue = record(16, {field("head", 0, longType), field("lock", 8, lock)});
  EXPECT_EQ(path(queue, 0, 0), "");
  EXPECT_EQ(path(queue, 8, 0), ".lock");
  EXPECT_EQ(path(queue, 12, 0), ".lock.owner");
}

TEST_F(Cells, PastTheEndThereAreOnlyOffsets) {
  EXPECT_EQ(path(array(intType, 2), 8, 4), "+8");
  EXPECT_EQ(path(intType, 4, 4), "+4");
}

} // namespace
} // namespace heddle::program

// The partition of objects into cells by their accesses.
#include "program_builder.hpp"
#include "reachability/memory_cells.hpp"

#include <gtest/gtest.h>

namespace heddle::testing {

namespace {

using reachability::Cell;
using reachability::MemoryCells;

/// A main that reads at various offsets of one object.
class Accesses : public ProgramBuilder {
public:
  explicit Accesses(std::uint64_t size)
      : main_(cfa("main")), line_(main_.fromEntry()), object_(global("object", size)) {}

  Accesses &at(std::uint64_t offset, unsigned bytes) {
    line_.load(main_.reg("r", bytes * 8), address(object_, offset));
    return *this;
  }
  /// At any multiple of `bytes`.
  Accesses &anywhere(unsigned bytes) {
    line_.load(main_.reg("r", bytes * 8), pool().add(address(object_), pool().mul(index(), word(bytes))));
    return *this;
  }
  Expr index() {
    const RegisterId index = main_.pointer("index");
    line_.havoc(index);
    return main_.use(index);
  }

  using Pairs = std::vector<std::pair<std::uint64_t, unsigned>>; // offset, bytes
  Pairs cells() {
    line_.endProgram();
    const analysis::PointsTo pointsTo(program);
    MemoryCells cells(program, pointsTo);
    Pairs result;
    for (const Cell &cell : cells.of(object_, program.objects[object_].size))
      result.emplace_back(cell.offset, cell.bytes);
    return result;
  }

private:
  CfaBuilder main_;
  Line line_;
  ObjectId object_;
};

using Pairs = Accesses::Pairs;

TEST(MemoryCells, AreWhatIsAccessed) { EXPECT_EQ(Accesses(12).at(4, 4).cells(), (Pairs{{4, 4}})); }

TEST(MemoryCells, DoNotExistWithoutAccesses) { EXPECT_EQ(Accesses(12).cells(), Pairs{}); }

TEST(MemoryCells, OfEqualAccessesAreTheSame) { EXPECT_EQ(Accesses(4).at(0, 4).at(0, 4).cells(), (Pairs{{0, 4}})); }

TEST(MemoryCells, AreCutByASmallerAccess) {
  EXPECT_EQ(Accesses(4).at(0, 4).at(1, 1).cells(), (Pairs{{0, 1}, {1, 1}, {2, 2}}));
}

TEST(MemoryCells, AreCutByAnOverlappingAccess) {
  EXPECT_EQ(Accesses(8).at(0, 4).at(2, 4).cells(), (Pairs{{0, 2}, {2, 2}, {4, 2}}));
}

TEST(MemoryCells, OfAStructThatIsCopiedAreItsFields) {
  EXPECT_EQ(Accesses(8).at(0, 8).at(0, 4).at(4, 4).cells(), (Pairs{{0, 4}, {4, 4}}));
}

TEST(MemoryCells, OfAnArrayAreItsElements) {
  EXPECT_EQ(Accesses(12).anywhere(4).cells(), (Pairs{{0, 4}, {4, 4}, {8, 4}}));
}

TEST(MemoryCells, OfAnArrayWithAnAccessInsideAnElementAreItsParts) {
  EXPECT_EQ(Accesses(12).anywhere(4).at(5, 1).cells(), (Pairs{{0, 4}, {4, 1}, {5, 1}, {6, 2}, {8, 4}}));
}

TEST(MemoryCells, OfAnArrayWithTwoWidthsAreTheSmaller) {
  EXPECT_EQ(Accesses(8).anywhere(4).anywhere(2).cells(), (Pairs{{0, 2}, {2, 2}, {4, 2}, {6, 2}}));
}

TEST(MemoryCells, DoNotReachBeyondTheEnd) { EXPECT_EQ(Accesses(4).at(0, 2).at(2, 4).cells(), (Pairs{{0, 2}})); }

TEST(MemoryCells, DoNotExistForAnElementThatIsCutOff) {
  EXPECT_EQ(Accesses(10).anywhere(4).cells(), (Pairs{{0, 4}, {4, 4}}));
}

TEST(MemoryCells, DoNotExistForALargeArray) {
  EXPECT_EQ(Accesses(4 * (MemoryCells::limit + 1)).anywhere(4).cells(), Pairs{});
}

TEST(Alignment, IsThatOfBaseAndStride) {
  Accesses build(16);
  const Expr index = build.index();
  const Expr element = build.pool().add(build.word(6), build.pool().mul(index, build.word(4)));
  EXPECT_EQ(reachability::alignment(element, 4), 2U);
  EXPECT_EQ(reachability::alignment(element, 2), 0U);
}

TEST(Alignment, OfAnythingIsNotKnown) {
  Accesses build(16);
  EXPECT_EQ(reachability::alignment(build.index(), 4), std::nullopt);
}

} // namespace

} // namespace heddle::testing

// Symbolic heaps: what abstraction keeps, and when one heap implies another one.
#include "engines/modular/heap_abstraction.hpp"

#include <gtest/gtest.h>

namespace heddle::testing {

namespace {

using namespace engines::modular;

constexpr Field next{8, 8};
constexpr Field message{0, 8};
const std::set<AbstractObject> nodes{1};
const std::set<AbstractObject> messages{2};
const HeapValue null = HeapValue::ofConstant(0);

const HeapAbstraction abstraction{[](const Chunk &a, const Field &, const Chunk &b) { return a.sites == b.sites; }};

/// A list of so many nodes that register 0 leads to.
SymbolicHeap listOf(unsigned length) {
  SymbolicHeap heap;
  HeapValue end = null;
  for (unsigned i = 0; i < length; ++i)
    end = HeapValue::address(heap.add({.sites = nodes, .fields = {{next, end}}}));
  heap.cells.emplace(Cell{1, 0, 8}, end);
  return heap;
}

const Chunk &onlyChunk(const SymbolicHeap &heap) {
  EXPECT_EQ(heap.chunks.size(), 1U);
  return heap.chunks.begin()->second;
}

} // namespace

TEST(SymbolicHeap, FoldsAListToASegment) {
  const SymbolicHeap folded = abstraction(listOf(3));
  EXPECT_TRUE(onlyChunk(folded).isSegment);
  EXPECT_EQ(onlyChunk(folded).read(next), null);
  EXPECT_EQ(folded, abstraction(listOf(2)));
}

TEST(SymbolicHeap, OneNodeImpliesASegmentAndNotTheOtherWayRound) {
  EXPECT_TRUE(implies(abstraction(listOf(1)), abstraction(listOf(2))));
  EXPECT_FALSE(implies(abstraction(listOf(2)), abstraction(listOf(1))));
  EXPECT_FALSE(implies(listOf(0), abstraction(listOf(2))));
}

TEST(SymbolicHeap, ASegmentIsOneNodeOrANodeAndASegment) {
  const SymbolicHeap folded = abstraction(listOf(2));
  const SymbolicHeaps cases = exposed(folded, folded.chunks.begin()->first);
  ASSERT_EQ(cases.size(), 2U);
  for (const SymbolicHeap &one : cases)
    EXPECT_TRUE(implies(abstraction(one), folded));
  EXPECT_EQ(cases[0].chunks.size() + cases[1].chunks.size(), 3U);
}

TEST(SymbolicHeap, KeepsANodeThatAnotherPointerLeadsTo) {
  SymbolicHeap heap = listOf(3);
  heap.cells.emplace(Cell{1, 8, 8}, HeapValue::address(0)); // the tail
  EXPECT_EQ(abstraction(heap).chunks.size(), 2U);
}

TEST(SymbolicHeap, AFieldOwnsWhatOnlyItLeadsTo) {
  SymbolicHeap heap = listOf(2);
  for (const ChunkName node : {0U, 1U})
    heap.chunks.at(node).write(message, HeapValue::address(heap.add({.sites = messages})));
  EXPECT_EQ(onlyChunk(abstraction(heap)).read(message).kind, HeapValue::Kind::Owned);
  const SymbolicHeaps cases = released(abstraction(heap), 0, message);
  ASSERT_EQ(cases.size(), 1U);
  EXPECT_EQ(cases[0].chunks.size(), 2U);
}

TEST(SymbolicHeap, NoFieldOwnsWhatTwoNodesLeadTo) {
  SymbolicHeap heap = listOf(2);
  const ChunkName shared = heap.add({.sites = messages});
  for (const ChunkName node : {0U, 1U})
    heap.chunks.at(node).write(message, HeapValue::address(shared));
  for (const auto &chunk : abstraction(heap).chunks)
    EXPECT_NE(chunk.second.read(message).kind, HeapValue::Kind::Owned);
}

TEST(SymbolicHeap, TwoPointersToOneNodeDoNotImplyTwoNodes) {
  SymbolicHeap one;
  const HeapValue node = HeapValue::address(one.add({.sites = nodes}));
  one.setRegister(0, node);
  one.setRegister(1, node);
  SymbolicHeap two;
  two.setRegister(0, HeapValue::address(two.add({.sites = nodes})));
  two.setRegister(1, HeapValue::address(two.add({.sites = nodes})));
  EXPECT_FALSE(implies(one, two));
  EXPECT_FALSE(implies(two, one));
}

TEST(SymbolicHeap, AStoreToAPartOfAFieldEndsWhatIsKnownOfIt) {
  Chunk chunk{.sites = nodes, .isZero = true};
  EXPECT_EQ(chunk.read(next), null);
  chunk.write(next, null);
  chunk.write({12, 4}, HeapValue::any());
  EXPECT_TRUE(chunk.read(next).isAny());
}

} // namespace heddle::testing

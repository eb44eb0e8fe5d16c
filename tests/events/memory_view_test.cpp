// A thread's view of memory, compared with plain arrays of bytes.
#include "events/memory_view.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <random>

namespace heddle::events {

namespace {

using program::Bits;

constexpr unsigned bytes = 12;

/// One variable of `bytes` bytes, 0, 1, 2, … at the start.
struct Memory {
  Memory() {
    program::StaticObject object;
    object.size = bytes;
    object.initial.emplace();
    for (std::uint8_t i = 0; i < bytes; ++i)
      object.initial->push_back(i);
    source.objects.push_back(object);
    unwound.program = &source;
    address = static_cast<std::uint64_t>(source.pointers.pointer(1));
  }
  program::Program source;
  UnwoundProgram unwound;
  std::uint64_t address = 0;
};

using Bytes = std::array<std::optional<std::uint8_t>, bytes>; // empty: unknown

Bytes initialBytes() {
  Bytes result;
  for (std::uint8_t i = 0; i < bytes; ++i)
    result[i] = i;
  return result;
}

void randomStores(Memory &memory, MemoryView &view, Bytes &expected, std::mt19937 &random) {
  for (unsigned i = 0; i < 6; ++i) {
    const unsigned size = 1U << (random() % 3);
    const auto offset = static_cast<unsigned>(random() % (bytes - size + 1));
    if (random() % 5 == 0) {
      view.forget(memory.unwound, memory.address + offset, size);
      for (unsigned k = 0; k < size; ++k)
        expected[offset + k].reset();
      continue;
    }
    const auto value = static_cast<std::uint32_t>(random());
    view.store(memory.unwound, memory.address + offset, size, memory.unwound.pool->constant(value, 8 * size));
    for (unsigned k = 0; k < size; ++k)
      expected[offset + k] = static_cast<std::uint8_t>(value >> (8 * k));
  }
}

void expectEqual(Memory &memory, const MemoryView &view, const Bytes &expected, unsigned seed) {
  for (const unsigned size : {1U, 2U, 4U})
    for (unsigned offset = 0; offset + size <= bytes; ++offset) {
      std::optional<Bits> value = Bits{0};
      for (unsigned k = 0; k < size && value; ++k)
        value = expected[offset + k] ? std::optional{*value | (Bits{*expected[offset + k]} << (8 * k))} : std::nullopt;
      const Expr loaded = view.load(memory.unwound, memory.address + offset, size);
      ASSERT_EQ(loaded != nullptr, value.has_value()) << "seed " << seed;
      if (loaded != nullptr) {
        EXPECT_TRUE(loaded->isConstant() && loaded->value == *value) << "seed " << seed;
      }
    }
}

} // namespace

TEST(MemoryView, LoadsWhatWasStored) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    std::mt19937 random(seed);
    Memory memory;
    MemoryView view;
    Bytes expected = initialBytes();
    randomStores(memory, view, expected, random);
    expectEqual(memory, view, expected, seed);
  }
}

TEST(MemoryView, CopiesDoNotShareLaterStores) {
  std::mt19937 random(1);
  Memory memory;
  MemoryView view;
  Bytes expected = initialBytes();
  randomStores(memory, view, expected, random);
  MemoryView copy = view;
  Bytes other = expected;
  randomStores(memory, copy, other, random);
  expectEqual(memory, view, expected, 1);
  expectEqual(memory, copy, other, 1);
}

TEST(MemoryView, MergedPathsAreDistinguishedByTheCondition) {
  for (unsigned seed = 0; seed < 500; ++seed)
    for (const bool condition : {true, false}) {
      std::mt19937 random(seed);
      Memory memory;
      MemoryView start;
      Bytes atStart = initialBytes();
      randomStores(memory, start, atStart, random);
      MemoryView one = start, other = start;
      Bytes inOne = atStart, inOther = atStart;
      randomStores(memory, one, inOne, random);
      randomStores(memory, other, inOther, random);

      one.merge(memory.unwound, memory.unwound.pool->boolean(condition), other);

      // What is known on both paths has the value of the one that was taken; more may be forgotten than needed.
      for (unsigned offset = 0; offset < bytes; ++offset) {
        const Expr loaded = one.load(memory.unwound, memory.address + offset, 1);
        if (loaded == nullptr)
          continue;
        const std::optional<std::uint8_t> expected = condition ? inOne[offset] : inOther[offset];
        ASSERT_TRUE(expected.has_value() && loaded->isConstant()) << "seed " << seed;
        EXPECT_EQ(static_cast<unsigned>(loaded->value), *expected) << "seed " << seed;
      }
    }
}

} // namespace heddle::events

#include "interpreter/memory.hpp"

#include "program_builder.hpp"

#include <gtest/gtest.h>

namespace heddle::interpreter {

using namespace program;

namespace {

class MemoryTest : public ::testing::Test {
protected:
  MemoryTest() {
    x_ = build_.global("x", {1, 2, 3, 4});
    text_ = build_.global("text", {'h', 'i'});
    build_.program.objects[text_].kind = StaticObject::Kind::Constant;
    function_ = build_.global("f", 1);
    build_.program.objects[function_].kind = StaticObject::Kind::Function;
    build_.site("malloc");
  }

  Bits pointer(ObjectId object, std::uint64_t offset = 0) const {
    return build_.program.pointers.pointer(object, offset);
  }
  ObjectId allocate(Memory &memory, std::uint32_t size, bool zeroed = false) {
    const ObjectId id = *memory.freeId(0, 0);
    memory.allocate(id, size, zeroed, 0, Storage::Heap, 0);
    return id;
  }

  testing::ProgramBuilder build_;
  ObjectId x_ = 0;
  ObjectId text_ = 0;
  ObjectId function_ = 0;
};

TEST_F(MemoryTest, ReadsInitialBytesLittleEndian) {
  const StaticLayout layout(build_.program);
  const Memory memory(layout);
  EXPECT_EQ(memory.read(memory.find(pointer(x_), 4, false), 4), 0x04030201U);
  EXPECT_EQ(memory.read(memory.find(pointer(x_, 1), 2, false), 2), 0x0302U);
}

TEST_F(MemoryTest, TellsFaultsApart) {
  const StaticLayout layout(build_.program);
  Memory memory(layout);
  const ObjectId heap = allocate(memory, 8);
  memory.release(heap);
  EXPECT_EQ(memory.find(0, 1, false).fault, Fault::Null);
  EXPECT_EQ(memory.find(pointer(x_, 1), 4, false).fault, Fault::OutOfBounds);
  EXPECT_EQ(memory.find(pointer(x_) - 1, 1, false).fault, Fault::Null);
  EXPECT_EQ(memory.find(pointer(heap), 1, false).fault, Fault::NotAllocated);
  EXPECT_EQ(memory.find(pointer(heap + 100), 1, false).fault, Fault::NotAllocated);
  EXPECT_EQ(memory.find(pointer(function_), 1, false).fault, Fault::Function);
  EXPECT_EQ(memory.find(pointer(text_), 1, true).fault, Fault::Constant);
  EXPECT_EQ(memory.find(pointer(text_), 1, false).fault, Fault::None);
}

TEST_F(MemoryTest, BelowTheStartOfAnObjectIsOutOfBoundsOfTheOneBefore) {
  const StaticLayout layout(build_.program);
  const Memory memory(layout);
  EXPECT_EQ(memory.find(pointer(text_) - 1, 1, false).fault, Fault::OutOfBounds);
}

TEST_F(MemoryTest, KeepsTrackOfUninitialisedBytes) {
  const StaticLayout layout(build_.program);
  Memory memory(layout);
  const Bits heap = pointer(allocate(memory, 8));
  EXPECT_EQ(memory.uninitialised(memory.find(heap, 8, false), 8), 0xffU);
  memory.write(memory.find(heap, 2, true), 2, 7);
  EXPECT_EQ(memory.uninitialised(memory.find(heap, 8, false), 8), 0xfcU);
  memory.write(memory.find(heap + 4, 4, true), 4, 0x55, 0b0110);
  EXPECT_EQ(memory.uninitialised(memory.find(heap, 8, false), 8), 0x6cU);
}

TEST_F(MemoryTest, ReleasingAnObjectKeepsTheOthers) {
  const StaticLayout layout(build_.program);
  Memory memory(layout);
  const ObjectId first = allocate(memory, 8, true);
  const ObjectId second = allocate(memory, 4, true);
  memory.write(memory.find(pointer(second), 4, true), 4, 99);
  memory.release(first);
  EXPECT_EQ(memory.read(memory.find(pointer(second), 4, false), 4), 99U);
  EXPECT_EQ(memory.totalSize(), 8U);
}

TEST_F(MemoryTest, GivesTheLowestFreeIdOfAClass) {
  const StaticLayout layout(build_.program);
  Memory memory(layout);
  const ObjectId first = allocate(memory, 1);
  const ObjectId second = allocate(memory, 1);
  EXPECT_LT(first, second);
  memory.release(first);
  EXPECT_EQ(memory.freeId(0, 0), first);
}

TEST_F(MemoryTest, FindsPointersToObjectsEvenUnaligned) {
  const StaticLayout layout(build_.program);
  Memory memory(layout);
  const ObjectId target = allocate(memory, 1);
  const ObjectId holder = allocate(memory, 16, true);
  EXPECT_FALSE(memory.mentions(target));
  memory.write(memory.find(pointer(holder, 3), 8, true), 8, pointer(target, 1));
  EXPECT_TRUE(memory.mentions(target));
}

TEST_F(MemoryTest, EncodingBringsEverythingBack) {
  build_.program.objects[x_].initial.reset();
  const StaticLayout layout(build_.program);
  Memory memory(layout);
  allocate(memory, 3, true);
  const ObjectId second = allocate(memory, 4);
  memory.write(memory.find(pointer(second, 1), 1, true), 1, 42);
  std::vector<std::uint8_t> bytes;
  ByteWriter writer(bytes);
  memory.encode(writer);

  Memory other(layout);
  ByteReader reader(bytes.data(), bytes.size());
  other.decode(reader);
  EXPECT_TRUE(reader.atEnd());
  const Place place = other.find(pointer(second), 4, false);
  EXPECT_EQ(other.read(place, 4), 42U << 8);
  EXPECT_EQ(other.uninitialised(place, 4), 0b1101U);
  EXPECT_EQ(other.uninitialised(other.find(pointer(x_), 4, false), 4), 0xfU);
  std::vector<std::uint8_t> again;
  ByteWriter rewriter(again);
  other.encode(rewriter);
  EXPECT_EQ(bytes, again);
}

TEST_F(MemoryTest, EncodingDoesNotDependOnTheOrderOfAllocation) {
  const StaticLayout layout(build_.program);
  const auto encoded = [&](bool turned) {
    Memory memory(layout);
    const ObjectId low = layout.firstDynamic;
    for (int i = 0; i < 2; ++i) {
      const ObjectId id = low + static_cast<ObjectId>((i == 0) == turned ? 1 : 0);
      memory.allocate(id, 4, true, 0, Storage::Heap, 0);
      memory.write(memory.find(pointer(id), 4, true), 4, id);
    }
    std::vector<std::uint8_t> bytes;
    ByteWriter writer(bytes);
    memory.encode(writer);
    return bytes;
  };
  EXPECT_EQ(encoded(false), encoded(true));
}

} // namespace

} // namespace heddle::interpreter

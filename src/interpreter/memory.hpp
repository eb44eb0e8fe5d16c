// The memory of one state: the bytes of all objects in one vector, so that copying a state takes a few memcpys.
//
// Static variables come first, at fixed positions. Dynamic objects follow in order of allocation; the bytes of a freed
// object are removed. For each byte, a second vector tells whether it is initialised. Constant objects and functions
// never change and are part of the layout.
//
// The id of a dead object is reused as soon as no pointer to it is left (see memory_operations.cpp), lowest ids first,
// so that a loop of malloc and free visits finitely many states. Ids are divided into classes, one for each thread up
// to a small number, so that allocations by two threads commute.
#pragma once

#include "interpreter/bytes.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace heddle::interpreter {

using program::Bits;
using program::ObjectId;

/// The positions of static objects: computed once per program, shared by all of its states.
struct StaticLayout {
  struct Object {
    program::StaticObject::Kind kind = program::StaticObject::Kind::Variable;
    std::uint64_t position = 0; // in Memory's bytes, or in `constants`: see memory.cpp
    std::uint64_t size = 0;
  };

  explicit StaticLayout(const program::Program &program);

  program::PointerLayout pointers;
  std::vector<Object> objects; // by id
  std::vector<std::uint8_t> constants;
  std::vector<std::uint8_t> initial; // of all variables
  std::vector<std::uint8_t> initialised;
  std::uint32_t uninitialised = 0; // how many bytes of variables are not initialised at the start
  ObjectId firstDynamic = 1;
  unsigned classes = 1;
};

/// Why an access is invalid.
enum class Fault : std::uint8_t { None, Null, NotAllocated, OutOfBounds, Function, Constant };

/// The place that an address denotes, or why it denotes none.
struct Place {
  Fault fault = Fault::None;
  bool constant = false;
  ObjectId object = program::nullObject;
  std::uint64_t offset = 0;   // in the object
  std::uint64_t position = 0; // in Memory's bytes
};

struct DynamicObject {
  std::uint32_t position = 0;
  std::uint32_t size = 0;
  program::SiteId site = 0;
  program::Storage storage = program::Storage::Heap;
  std::uint16_t owner = 0; // Stack, ThreadLocal: the thread whose end ends the object's lifetime
  bool alive = false;
  bool known = false;              // it was alive in this execution, so messages may name it
  std::uint32_t uninitialised = 0; // number of its bytes that are uninitialised
};

class Memory {
public:
  explicit Memory(const StaticLayout &layout);

  Place find(Bits pointer, std::uint64_t size, bool write) const;

  /// Up to 16 bytes at a valid place, little-endian; bytes that are not initialised read as zero.
  Bits read(const Place &place, unsigned size) const;
  /// Bit i: byte i of the place is not initialised.
  std::uint32_t uninitialised(const Place &place, unsigned size) const;
  /// Bytes whose bit in `uninitialised` is set become uninitialised.
  void write(const Place &place, unsigned size, Bits value, std::uint32_t uninitialised = 0);

  bool isAlive(ObjectId object) const { return dynamic(object) != nullptr && dynamic(object)->alive; }
  /// The entry of an object that is or was allocated, nullptr otherwise.
  const DynamicObject *dynamic(ObjectId object) const;
  std::uint64_t size(ObjectId object) const;
  /// Greater than the ids of all live objects.
  /// Copies keep what is uninitialised in dynamic objects. A static object of unknown content is defined elsewhere; it
  /// has one value, however often it is copied.
  bool isDynamic(ObjectId object) const { return object >= layout_->firstDynamic; }
  ObjectId endOfIds() const { return layout_->firstDynamic + static_cast<ObjectId>(objects_.size()); }
  std::uint64_t totalSize() const { return bytes_.size(); }

  /// The first id of the class, from `from` on (0: from the start), that is not in use. None if there is none left.
  std::optional<ObjectId> freeId(unsigned idClass, ObjectId from) const;
  void allocate(ObjectId id, std::uint32_t size, bool zeroed, program::SiteId site, program::Storage storage,
                unsigned owner);
  void release(ObjectId id);

  /// Calls `visit(pointer)` for each pointer-sized window of the object's content, aligned or not.
  template <typename Visit> void forEachWord(ObjectId object, Visit visit) const {
    const std::uint64_t width = layout_->pointers.width / 8;
    const auto [position, length] = extent(object);
    for (std::uint64_t i = 0; i + width <= length; ++i) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes_.data() + position + i, width);
      visit(word);
    }
  }
  /// Whether the content of any object could be a pointer into `object`.
  bool mentions(ObjectId object) const;

  void encode(ByteWriter &out) const;
  void decode(ByteReader &in);

private:
  struct Extent {
    std::uint64_t position;
    std::uint64_t size;
  };
  /// Of a variable or a live object; empty for all others.
  Extent extent(ObjectId object) const;
  DynamicObject &entry(ObjectId id);

  const StaticLayout *layout_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint8_t> initialised_;  // 0 or 1 for each byte
  std::vector<DynamicObject> objects_;     // by id - firstDynamic
  std::uint32_t uninitialisedInVariables_; // how many bytes of variables are not initialised
};

} // namespace heddle::interpreter

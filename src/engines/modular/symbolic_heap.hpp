// Symbolic heaps: the part of memory that one thread owns, or that a lock protects, as far as pointers lead through it.
//
// A symbolic heap is a formula of separation logic in the fragment of Distefano, O'Hearn and Yang ("A Local Shape
// Analysis based on Separation Logic", TACAS 2006). Its *chunks* are joined by the separating conjunction: different
// chunks are different objects, each of them alive. A chunk is one object, or a *segment*: a list of one or more
// objects without branches, each with a pointer to the start of the next in the field `link`, that begins at the
// chunk's name and whose last link has the value that the chunk gives for it. Its other fields are what holds of all
// its objects. A field may *own* what it points to: an object with chunks of its own below, to which no other pointer
// in the heap leads. So a list of messages, each with a buffer, is one segment whose field for the message owns one,
// whose field for the buffer owns that.
//
// What is not mentioned may have any value: registers, cells and fields of other threads, numbers, pointers to objects
// that are not chunks. Such a value may well be the address of a chunk. It just gives no right to use it.
//
// A set of symbolic heaps is their disjunction. Operations that need to know more of a heap than it says replace it by
// several cases.
#pragma once

#include "engines/modular/cell.hpp"
#include "engines/modular/owned_object.hpp"
#include "program/expression.hpp"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace heddle::engines::modular {

using program::Bits;

using ChunkName = std::uint32_t;
struct Chunk;

/// What a register, a cell or a field contains.
struct HeapValue {
  enum class Kind : std::uint8_t {
    Any,
    Constant, // null, the address of a static object, or a truth value
    Address,  // of a chunk
    Owned,    // of the start of an object that only this field leads to, or null
  };
  Kind kind = Kind::Any;
  Bits constant = 0;
  ChunkName chunk = 0;
  std::int64_t offset = 0;
  bool isAnywhere = false;       // the offset is unknown, and inside the object
  bool mayBeNull = false;        // Owned
  std::vector<Chunk> owned = {}; // Owned: the one chunk, whose fields contain no addresses of chunks

  static HeapValue any() { return {}; }
  static HeapValue ofConstant(Bits bits);
  static HeapValue address(ChunkName chunk, std::int64_t offset = 0);
  bool isAny() const { return kind == Kind::Any; }
  bool isNull() const { return kind == Kind::Constant && constant == 0; }
  bool isAddress() const { return kind == Kind::Address; }
  bool isStartOf(ChunkName name) const { return isAddress() && chunk == name && !isAnywhere && offset == 0; }
  std::strong_ordering operator<=>(const HeapValue &other) const;
  bool operator==(const HeapValue &other) const { return (*this <=> other) == std::strong_ordering::equal; }
};

/// Bytes of an object.
struct Field {
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  bool overlaps(std::uint64_t begin, std::uint64_t end) const { return offset < end && begin < offset + bytes; }
  auto operator<=>(const Field &) const = default;
};

/// An object, or a list of objects.
struct Chunk {
  std::set<AbstractObject> sites;  // where they may have been allocated
  std::optional<Cell> lender = {}; // the lock that the thread holds for reading: it must not change the objects
  bool isSegment = false;
  bool isZero = false; // fields that are not mentioned are zero; otherwise they may have any value
  Field link = {};     // of a segment
  std::map<Field, HeapValue> fields = {};

  HeapValue read(const Field &field) const;
  void write(const Field &field, const HeapValue &value);
  /// A store to an unknown place in the object.
  void forget();
  std::strong_ordering operator<=>(const Chunk &other) const;
  bool operator==(const Chunk &other) const { return (*this <=> other) == std::strong_ordering::equal; }
};

struct SymbolicHeap {
  std::map<program::RegisterId, HeapValue> registers;
  std::map<Cell, HeapValue> cells; // of static memory
  std::map<ChunkName, Chunk> chunks;

  ChunkName add(Chunk chunk);
  void setRegister(program::RegisterId reg, HeapValue value);
  HeapValue registerOr(program::RegisterId reg) const;
  void forEachValue(const std::function<void(HeapValue &)> &change);
  void forEachValue(const std::function<void(const HeapValue &)> &visit) const;
  /// The object is gone, or another thread may use it: addresses of it give no right any more.
  void forgetAddresses(const std::set<ChunkName> &gone);
  /// Gives other names to all chunks: `first` and those after it.
  void rename(ChunkName first);
  /// The chunks that the values of these cells lead to, from one to the next where that counts.
  std::set<ChunkName> reachableFrom(const std::set<Cell> &roots,
                                    const std::function<bool(ChunkName, const Field &, ChunkName)> &counts) const;

  std::strong_ordering operator<=>(const SymbolicHeap &other) const;
  bool operator==(const SymbolicHeap &other) const { return (*this <=> other) == std::strong_ordering::equal; }
};

using SymbolicHeaps = std::vector<SymbolicHeap>; // ascending; none implies another

/// The cases in which the chunk is one object: it is not a segment, or a segment of one, or of more.
SymbolicHeaps exposed(SymbolicHeap heap, ChunkName chunk, bool isNeverLonger = false);
/// The cases in which the field is an address of a chunk, or no address that the heap knows: what a field owns becomes
/// a chunk of its own.
SymbolicHeaps released(SymbolicHeap heap, ChunkName chunk, const Field &field);

/// Whether every memory that satisfies `special` has a part that satisfies `general`.
bool implies(const SymbolicHeap &special, const SymbolicHeap &general);
bool implies(const HeapValue &special, const HeapValue &general);
/// Returns whether the heap did not imply one of those that are there.
bool insert(SymbolicHeaps &heaps, SymbolicHeap heap);
SymbolicHeaps join(const SymbolicHeaps &a, const SymbolicHeaps &b);

} // namespace heddle::engines::modular

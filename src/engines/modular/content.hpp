// The abstract content of an object: what its bytes may hold.
//
// Cells are the byte ranges that were stored as one. Bytes outside of cells have the *base*: zero, unknown, the initial
// bytes of a static object, or whatever the global invariant says. A store at an unknown offset is a blurred write,
// which reaches all cells and the bytes outside of them. A read that is not exactly one cell, or overlaps others, has
// any value.
#pragma once

#include "engines/modular/value.hpp"

#include <map>
#include <utility>

namespace heddle::engines::modular {

struct Content {
  using Range = std::pair<std::uint64_t, unsigned>; // offset and number of bytes

  std::map<Range, Value> cells;
  bool isZero = false; // what bytes outside of cells may hold; nothing of these: the object does not exist yet
  bool isUnknown = false;
  bool isInitial = false;
  bool isGlobal = false;
  bool isBlurred = false; // stores at unknown offsets happen
  bool isMany = false;    // stands for several objects

  bool operator==(const Content &) const = default;
};

/// Reads what the base says; `Global` is the value of the global invariant there, if it is used.
struct BaseReader {
  const program::Program &program;
  AbstractObject object;
  std::function<Value(std::uint64_t offset, unsigned bytes)> global;
};

Value read(const Content &content, std::uint64_t offset, unsigned bytes, const BaseReader &base);
/// The read of any `bytes` bytes between the offsets.
Value readBetween(const Content &content, std::uint64_t low, std::uint64_t high, unsigned bytes,
                  const BaseReader &base);
/// Replaces the bytes.
void storeStrongly(Content &content, std::uint64_t offset, unsigned bytes, const Value &value);
/// Adds a value that the bytes may have. Returns whether anything changed.
bool storeWeakly(Content &content, std::uint64_t offset, unsigned bytes, const Value &value, const BaseReader &base);
/// A store somewhere between the offsets.
bool blur(Content &content, std::uint64_t low, std::uint64_t high, unsigned bytes, const Value &value);
Content join(const Content &a, const Content &b, const BaseReader &base);
Content widen(const Content &before, const Content &after, const BaseReader &base, const Thresholds &thresholds);

} // namespace heddle::engines::modular

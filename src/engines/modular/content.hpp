// The abstract content of an object: what its bytes may hold.
//
// Cells are the byte ranges that were stored as one. Bytes outside of cells have the *base*: zero, unknown, the initial
// bytes of a static object, or whatever the global invariant says. A store whose offset is known only up to a pattern
// (pattern.hpp) is a *smear*: each place of the pattern may hold the value besides what it holds otherwise. A read that
// is not exactly one cell, or overlaps others, has any value.
#pragma once

#include "engines/modular/pattern.hpp"
#include "engines/modular/value.hpp"

#include <map>
#include <utility>

namespace heddle::engines::modular {

struct Content {
  using Range = std::pair<std::uint64_t, unsigned>; // offset and number of bytes

  /// Stores with the same step and residue.
  struct SmearKey {
    std::uint64_t step = 1;
    std::uint64_t residue = 0;
    unsigned bytes = 0;
    auto operator<=>(const SmearKey &) const = default;
  };
  struct Smear {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    Value value;
    bool operator==(const Smear &) const = default;
  };
  static constexpr std::size_t mostSmears = 32;

  std::map<Range, Value> cells;
  std::map<SmearKey, Smear> smears;
  bool isZero = false; // what bytes outside of cells may hold; nothing of these: the object does not exist yet
  bool isUnknown = false;
  bool isInitial = false;
  bool isGlobal = false;
  bool isBlurred = false; // stores of anything at any offset happen
  bool isMany = false;    // stands for several objects

  bool operator==(const Content &) const = default;
};

/// Reads what the base says; `Global` is the value of the global invariant there, if it is used.
struct BaseReader {
  const program::Program &program;
  AbstractObject object;
  std::function<Value(const Pattern &)> global;
};

Value read(const Content &content, std::uint64_t offset, unsigned bytes, const BaseReader &base);
/// The read of any of these bytes.
Value readAny(const Content &content, const Pattern &pattern, const BaseReader &base);
/// Replaces the bytes.
void storeStrongly(Content &content, std::uint64_t offset, unsigned bytes, const Value &value);
/// Adds a value that the bytes may have. Returns whether anything changed.
bool storeWeakly(Content &content, std::uint64_t offset, unsigned bytes, const Value &value, const BaseReader &base);
/// A store to any of these bytes. Returns whether anything changed.
bool smear(Content &content, const Pattern &pattern, const Value &value);
Content join(const Content &a, const Content &b, const BaseReader &base);
Content widen(const Content &before, const Content &after, const BaseReader &base, const Thresholds &thresholds);

} // namespace heddle::engines::modular

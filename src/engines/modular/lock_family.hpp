// Families of locks: the same word in each element of an array, or in each object of an allocation site.
//
// The rules for stores and the argument are those of locks.hpp, applied to each word of the family by itself; the free
// value is zero. A thread holds a word, named by a relation to a symbol (symbol.hpp), not an element that is known. A
// store whose word is free beforehand goes to another word than those that the thread holds, for these are not free.
//
// An access is *guarded* by a word that its thread holds if it can be computed from the place of the access which word
// that is: the word at a constant distance, the only word of the family in the same object, or the word with the index
// of the access. If two accesses are guarded in the same way and go to common bytes, then both threads hold the same
// word, which is impossible at the same time, and the order of the two holds orders the accesses.
#pragma once

#include "engines/modular/state.hpp"

#include <set>

namespace heddle::engines::modular {

struct LockFamily {
  AbstractObject object = 0;
  std::uint64_t step = 0; // zero: one word in each object
  std::uint64_t residue = 0;
  unsigned bytes = 0;

  static LockFamily of(const Word &word) {
    const std::uint64_t step = word.pattern.isExact() ? 0 : std::max<std::uint64_t>(word.pattern.step, 1);
    return {word.object, step, step == 0 ? word.pattern.low : word.pattern.low % step, word.bytes};
  }
  Pattern pattern() const { return {residue, step == 0 ? residue : UINT32_MAX, step, bytes}; }
  auto operator<=>(const LockFamily &) const = default;
};

/// How the word that a thread holds follows from the place of an access.
struct WordGuard {
  enum class Kind : std::uint8_t {
    Object,   // it is the word of the family in the same object
    Distance, // it is `distance` bytes after the access, in the same object
    Index,    // the access is at factor * i + [low, high), the word at lockFactor * i + distance
  };
  Kind kind = Kind::Object;
  LockFamily family;
  std::int64_t distance = 0;
  std::int64_t factor = 0;
  std::int64_t lockFactor = 0;
  std::int64_t low = 0;
  std::int64_t high = 0;
  auto operator<=>(const WordGuard &) const = default;
};
using WordGuards = std::set<WordGuard>;

/// The guards of an access to `bytes` bytes at the address.
WordGuards guardsOf(const std::map<Word, bool> &held, AbstractObject object, bool isStatic,
                    const std::optional<Linear> &address, std::uint64_t bytes);
/// Whether accesses to common bytes by threads with these guards need the same word.
bool exclude(const WordGuards &a, const WordGuards &b);

} // namespace heddle::engines::modular

// Memory that no two threads access at the same time, although analysis of the source could not exclude it.
//
// Once a program is unwound, the order of accesses by program order, creation and joining of threads is known. A range
// of bytes is *quiet* if this orders every write of it with every access of it by another thread. The next unwinding
// computes such memory and makes no events of it. Where it contains pointers, the addresses of other accesses become
// constants, so that more memory becomes quiet. The next unwinding must contain no other accesses than this one, so
// nothing is quiet if this one is cut (unwindUntilStable).
#pragma once

#include "events/unwound_program.hpp"

#include <cstdint>
#include <map>
#include <vector>

namespace heddle::events {

class QuietMemory {
public:
  QuietMemory() = default;
  explicit QuietMemory(const UnwoundProgram &program);

  /// `program` may be another unwinding than the one of the constructor.
  bool contains(const UnwoundProgram &program, program::Bits pointer, unsigned size) const;

private:
  /// The id of a static object, or the site of a dynamic one, provided that the site made one object only.
  struct Key {
    bool isStatic;
    std::uint32_t id;
    auto operator<=>(const Key &) const = default;
  };
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
  };
  static Key keyOf(const UnwoundProgram &program, ObjectId object);

  std::map<Key, std::vector<Range>> ranges_; // in ascending order, not adjacent
};

} // namespace heddle::events

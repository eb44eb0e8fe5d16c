// Memory that no two threads access at the same time, although analysis of the source could not exclude it.
//
// Once a program is unwound, it is known which access comes before which. A range of bytes is *quiet* if every
// write of it is ordered with every other access of it, from another thread, by program order and the creation
// and joining of threads. Unwinding again with that knowledge computes such memory instead of making events of
// it; and where it holds pointers, the addresses of other accesses become constants, which makes more quiet.
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

  /// Of an object of `program`, which may be another unwinding than the one that was looked at.
  bool contains(const UnwoundProgram &program, program::Bits pointer, unsigned size) const;

private:
  /// Static objects by id, others by site: of a site that made one object only.
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

  std::map<Key, std::vector<Range>> ranges_; // in ascending order, none next to another
};

} // namespace heddle::events

// What one thread knows about memory while it is executed symbolically.
//
// A view maps ranges of bytes to values. What is not in it has its initial content. A range is *unknown* when
// another thread may have written it since: a read of it is an event then, and its value a symbol. Views let
// whatever happens in one thread alone (locals in memory, everything before the first thread is created) be
// computed instead of solved.
#pragma once

#include "events/unwound_program.hpp"

#include <cstdint>
#include <map>
#include <memory>

namespace heddle::events {

class MemoryView {
public:
  /// The value of `size` bytes at a constant address, null if it is not known.
  Expr load(UnwoundProgram &program, std::uint64_t address, unsigned size) const;
  /// Null makes the bytes unknown.
  void store(UnwoundProgram &program, std::uint64_t address, std::uint64_t size, Expr value);
  void forget(UnwoundProgram &program, std::uint64_t address, std::uint64_t size) {
    store(program, address, size, nullptr);
  }

  bool operator==(const MemoryView &other) const { return entries_ == other.entries_ || *entries_ == *other.entries_; }

  /// Of two paths that meet: this one was taken if `condition` holds, otherwise the other.
  void merge(UnwoundProgram &program, Expr condition, const MemoryView &other);

private:
  struct Entry {
    std::uint64_t size;
    Expr value; // null: unknown
    bool operator==(const Entry &) const = default;
  };
  using Entries = std::map<std::uint64_t, Entry>; // by address; ranges do not overlap

  Entries &own();
  static Expr part(UnwoundProgram &program, std::uint64_t address, const Entry &entry, std::uint64_t from,
                   std::uint64_t to);

  std::shared_ptr<Entries> entries_ = std::make_shared<Entries>(); // copied when it is shared and written
};

} // namespace heddle::events

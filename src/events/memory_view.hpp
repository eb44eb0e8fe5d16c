// What one thread knows about memory while it is executed symbolically.
//
// A view maps ranges of bytes to values. Bytes that are not in it have their initial content. A range is *unknown* if
// another thread may have written it since the last access: a read of it is an event, and its value a symbol. Thanks to
// views, what happens in one thread alone (locals in memory, everything before the first thread is created) is computed
// here and not left to the solver.
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

  /// Merges the views of two paths: this one was taken if `condition` holds, otherwise the other.
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

  std::shared_ptr<Entries> entries_ = std::make_shared<Entries>(); // copied on write
};

} // namespace heddle::events

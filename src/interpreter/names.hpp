// The names of memory, values and threads in terms of the C program.
#pragma once

#include "interpreter/memory.hpp"
#include "interpreter/races.hpp"
#include "program/program.hpp"

#include <string>

namespace heddle::interpreter {

class Names {
public:
  explicit Names(const program::Program &program) : program_(program) {}

  /// "x", "malloc@list.c:12", "buffer" for a local whose address is taken.
  std::string object(const Memory &memory, ObjectId object) const;
  /// "x", "queue.items[3]", "malloc@list.c:12+8".
  std::string place(const Memory &memory, ObjectId object, std::uint64_t offset, std::uint64_t size) const;
  /// "NULL", "&x", "&queue.items[3]", "worker" for a function.
  std::string pointer(const Memory &memory, Bits pointer) const;
  std::string value(const Memory &memory, Bits value, unsigned width, program::TypeId type) const;
  /// The value at the place, printed according to its type.
  std::string content(const Memory &memory, const Place &place, unsigned size, Bits value) const;
  /// "main", "T1".
  static std::string thread(unsigned index);
  /// "file.c:12", the user's line.
  std::string where(program::SourceSpan span) const;

  /// "read of 4 bytes at &x+40, outside of x (40 bytes)".
  std::string fault(const Memory &memory, Fault fault, Bits pointer, std::uint64_t size, bool write) const;
  /// "x is written by T1 at a.c:3 and read by main at a.c:9, and nothing orders the two".
  std::string race(const Memory &memory, const AccessRecord &first, const AccessRecord &second) const;
  /// The name of an input.
  std::string input(const Memory &memory, const std::string *name, Bits address) const;

private:
  program::TypeId typeOf(const Memory &memory, ObjectId object) const;

  const program::Program &program_;
};

} // namespace heddle::interpreter

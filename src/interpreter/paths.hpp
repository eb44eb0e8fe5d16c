// The names of memory by the path on which a thread has reached it: `pool->jobs.head->next`, `items[2].value`.
//
// Objects on the heap have no name of their own and mostly no known type. The address of an access comes from a local
// variable or from memory that holds a pointer; the type of that pointer tells the members of what it points to.
#pragma once

#include "interpreter/journal.hpp"
#include "interpreter/names.hpp"

#include <optional>
#include <string>

namespace heddle::interpreter {

class Paths {
public:
  Paths(const program::Program &program, const Journal &journal, const Names &names)
      : program_(program), journal_(journal), names_(names) {}

  struct Named {
    std::string name;
    program::TypeId type = program::unknownType;
  };
  /// The memory that an entry accesses (Read, Write, Free, Sync, Failure), if it is on the heap and there is such a
  /// path. `memory` is that of the moment.
  std::optional<Named> of(EntryId entry, const Memory &memory) const;
  /// The pointer to it: "object", "&pool->lock".
  std::optional<std::string> pointer(EntryId entry, const Memory &memory) const;

private:
  std::optional<Named> through(EntryId source, Bits address, std::uint64_t size, const Memory &memory,
                               unsigned depth) const;
  std::optional<Named> at(EntryId entry, const Memory &memory, unsigned depth) const;
  /// From a struct to the synchronisation object at its start, which has the same address.
  void descend(Named &named) const;
  /// What is at `distance` bytes from where the pointer points to.
  std::optional<Named> member(const Named &pointer, std::uint64_t distance, std::uint64_t size) const;

  const program::Program &program_;
  const Journal &journal_;
  const Names &names_;
};

} // namespace heddle::interpreter

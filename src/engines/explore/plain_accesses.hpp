// The objects that may be accessed by non-atomic operations anywhere in the program, by points-to analysis.
#pragma once

#include "interpreter/memory.hpp"
#include "program/program.hpp"

#include <memory>
#include <vector>

namespace heddle::engines::explore {

/// An interpreter::PlainAccessOracle. A data race needs a plain access, so atomic accesses to all other objects need
/// not be recorded.
class PlainAccesses {
public:
  explicit PlainAccesses(const program::Program &program);

  bool operator()(const interpreter::Memory &memory, program::ObjectId object) const;

private:
  struct Facts {
    bool anywhere = false;
    std::vector<bool> objects; // static ones, by id
    std::vector<bool> sites;
  };
  std::shared_ptr<const Facts> facts_; // copies are cheap
};

} // namespace heddle::engines::explore

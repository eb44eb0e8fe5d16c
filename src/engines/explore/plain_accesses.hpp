// Which objects may be accessed plainly, anywhere in the program, by the word of points-to analysis.
#pragma once

#include "interpreter/memory.hpp"
#include "program/program.hpp"

#include <memory>
#include <vector>

namespace heddle::engines::explore {

/// An interpreter::PlainAccessOracle. Only plain accesses take part in data races, so the atomic accesses to
/// all other objects need not be remembered.
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

// What happens to relations when a register is assigned (symbol.hpp).
//
// A symbol that mentions the register names another value afterwards. If the register grows by a constant, without
// wrap-around, distances from it shrink by that constant. Otherwise all that mentions the symbol is expressed through
// another register that has a constant distance from it; if there is no such register, it is dropped.
#pragma once

#include "engines/modular/state.hpp"

#include <unordered_map>
#include <unordered_set>

namespace heddle::engines::modular {

class Naming {
public:
  /// The register is about to get the value, whose relation is in terms of the old one. `increment`: it grows by that.
  void assign(State &state, program::RegisterId reg, Value &value, std::optional<SignedBits> increment);

  bool mentions(const Linear &linear, program::RegisterId reg) {
    return mentions(linear.symbol, reg) || mentions(linear.base, reg);
  }

private:
  struct Change;
  bool mentions(const Symbol &symbol, program::RegisterId reg);
  std::optional<Linear> changed(const Change &change, const Linear &linear);

  std::unordered_map<program::Expr, std::unordered_set<program::RegisterId>> registers_; // of expressions
};

} // namespace heddle::engines::modular

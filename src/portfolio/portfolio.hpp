// The engine `auto`: which engines run on a program, in which order and with what budget, and which answer counts.
#pragma once

#include "engines/engine.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace heddle::portfolio {

extern const engines::Engine engine;

/// A configuration that can run beside another one.
struct Variation {
  std::string name; // of the engine
  std::unique_ptr<engines::Configuration> engine;
  bool isOther = true; // false: the same as others, with other random numbers
};

/// In the order in which they help most. None if `whole` is not a configuration of `auto`: it is what the user wants.
std::vector<Variation> variationsOf(const engines::Configuration &whole, std::size_t count);

} // namespace heddle::portfolio

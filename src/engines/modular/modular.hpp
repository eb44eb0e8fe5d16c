// Engine `modular`: proofs for any number of threads, by thread-modular abstract interpretation.
#pragma once

#include "engines/engine.hpp"

namespace heddle::engines::modular {

extern const Engine engine;

struct Options {
  OptionList list() { return {}; }
};

Outcome run(const Context &context, const Options &options);

} // namespace heddle::engines::modular

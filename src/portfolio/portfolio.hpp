// The engine `auto`: which engines run on a program, in which order and with what budget, and which answer counts.
#pragma once

#include "engines/engine.hpp"

namespace heddle::portfolio {

extern const engines::Engine engine;

} // namespace heddle::portfolio

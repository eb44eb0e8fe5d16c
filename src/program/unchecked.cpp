#include "program/unchecked.hpp"

#include <fmt/format.h>

namespace heddle::program {

std::string uncheckedBehaviour(const std::string &message, Property property) {
  const std::string hint = property == Property::DefinedBehaviour // is always checked, and not to be asked for
                               ? std::string()
                               : fmt::format(" (--property {} checks this)", name(property));
  return fmt::format("{}; the thread is not executed any further{}", message, hint);
}

} // namespace heddle::program

#include "program/unchecked.hpp"

#include <fmt/format.h>

namespace heddle::program {

std::string uncheckedBehaviour(const std::string &message, Property property) {
  return fmt::format("{}; the thread is not executed any further (--property {} checks this)", message, name(property));
}

} // namespace heddle::program

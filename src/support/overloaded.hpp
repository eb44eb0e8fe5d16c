// Combines function objects into one: the cases of a std::visit.
#pragma once

namespace heddle::support {

template <typename... Cases> struct Overloaded : Cases... {
  using Cases::operator()...;
};
template <typename... Cases> Overloaded(Cases...) -> Overloaded<Cases...>;

} // namespace heddle::support

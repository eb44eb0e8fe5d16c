// How a function of which nothing is known gets at an address (SyncKind::PassOut).
//
// Before the effect of a call (InputKind::UnknownEffect), its thread announces each address by two PassOut operations:
// the first has a PassedAs, as a constant in place of an address, the second the address, which need not be valid. A
// call that is given no pointer to data has PassedAs::Nothing alone.
#pragma once

#include <cstdint>

namespace heddle::program {

enum class PassedAs : std::uint8_t {
  Nothing,
  Argument, // a pointer to data that the function may write
  Visible,  // what it may write without being given a pointer: a variable, or an address in an integer
  Content,  // it may read the object, and write what the object's pointers lead to; or call the function
};

} // namespace heddle::program

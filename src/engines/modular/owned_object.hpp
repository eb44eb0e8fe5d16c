// Names of the objects that a thread owns.
//
// All objects that one function allocates at one site are one abstract object. Those that only one thread can use at
// present are followed apart from the others (ownership.hpp): the *newest* one, which the thread has allocated last at
// the site and whose address no other thread can know, and the one that it has *taken* over from another thread.
// Their names are meaningful within the state of one thread.
#pragma once

#include "analysis/points_to_set.hpp"

namespace heddle::engines::modular {

using analysis::AbstractObject;

constexpr AbstractObject newestFlag = AbstractObject{1} << 30U;
constexpr AbstractObject takenFlag = AbstractObject{1} << 31U;

constexpr AbstractObject newestOf(AbstractObject object) { return object | newestFlag; }
constexpr AbstractObject takenOf(AbstractObject object) { return object | takenFlag; }
constexpr bool isOwned(AbstractObject object) { return (object & (newestFlag | takenFlag)) != 0; }
/// The abstract object of its allocation site, or the object itself.
constexpr AbstractObject siteObject(AbstractObject object) { return object & ~(newestFlag | takenFlag); }

} // namespace heddle::engines::modular

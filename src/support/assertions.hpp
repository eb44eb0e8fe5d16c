// Assertions that are more expensive than the work that they check: entailment of interpolants, validation of a whole
// program after each pass. `assert` itself is on in every build that ships; these are compiled in with
// -DHEDDLE_EXPENSIVE_ASSERTIONS=ON, as `./test --all` and `./test --long` do.
#pragma once

#include <cassert>

#ifdef HEDDLE_EXPENSIVE_ASSERTIONS
#define HEDDLE_ASSERT_EXPENSIVE(condition) assert(condition)
#else
// The condition is compiled, so that it stays valid, but never evaluated.
#define HEDDLE_ASSERT_EXPENSIVE(condition) static_cast<void>(sizeof(static_cast<bool>(condition)))
#endif

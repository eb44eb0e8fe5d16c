// Arithmetic that overflows: the handlers that clang's -fsanitize=signed-integer-overflow,shift,integer-divide-by-zero
// calls. What a handler is told is not used: the place is that of the call.
#include "shim.h"

#define HANDLER(name)                                                                                                  \
  void __ubsan_handle_##name##_abort(void) {                                                                           \
    heddleViolation(NO_OVERFLOW, heddleUserPlace(), NO_PLACE, "arithmetic overflows");                                 \
  }
HANDLER(add_overflow)
HANDLER(sub_overflow)
HANDLER(mul_overflow)
HANDLER(negate_overflow)
HANDLER(divrem_overflow)
HANDLER(shift_out_of_bounds)

// An index outside of an array whose size is in its type. C allows the address one past the end, and the compiler
// cannot always tell it from an access, so only the line of the violation counts.
void __ubsan_handle_out_of_bounds(void) {
  if (heddleIsOnLine(heddleUserPlace(), heddleExpectedFile, heddleExpectedLine))
    heddleViolation(VALID_DEREF, heddleUserPlace(), NO_PLACE, "an index outside of the array");
}

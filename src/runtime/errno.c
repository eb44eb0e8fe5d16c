// errno: one int for each thread, as C11 requires. Models that fail by way of errno write it through
// __errno_location too, so programs that never look at errno and call no such function carry none.
#include "errors.h"

static _Thread_local int error;

int *__errno_location(void) { return &error; }

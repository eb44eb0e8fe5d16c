// errno: one int for each thread, as C11 requires. Models that fail by way of errno write it through
// __errno_location too, so a program that neither uses errno nor calls such a function does not contain it.
#include "errors.h"

static _Thread_local int error;

int *__errno_location(void) { return &error; }

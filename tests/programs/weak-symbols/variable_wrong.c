// The same for a variable.
#include <assert.h>

__attribute__((weak)) extern int optional;

int main(void) { assert(&optional != 0); }

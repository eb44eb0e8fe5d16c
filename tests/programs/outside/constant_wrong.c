// A constant of another file has any value.
#include <assert.h>

extern const int limit;

int main(void) { assert(limit != 123456789); }

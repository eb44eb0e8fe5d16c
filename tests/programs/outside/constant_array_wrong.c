// The elements of a constant array of another file have any value.
#include <assert.h>

extern const int table[4];

int main(void) { assert(table[2] == 0); }

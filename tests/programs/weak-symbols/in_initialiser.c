// An initialiser cannot choose: the symbol counts as defined, and no proof rests on it.
#include <assert.h>

__attribute__((weak)) int optional(void);
int (*table[2])(void) = {0, optional};

int main(void) { assert(table[1]); }

// It may be null.
#include <assert.h>

extern int *p;

int main(void) { assert(p); }

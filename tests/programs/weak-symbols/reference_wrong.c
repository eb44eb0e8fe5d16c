// Another name for a symbol that need not be defined.
#include <assert.h>

static int reference(void) __attribute__((weakref("elsewhere")));

int main(void) { assert(reference != 0); }

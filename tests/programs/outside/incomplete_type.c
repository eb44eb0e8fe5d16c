// The size of an object of an incomplete type is not known.
#include <assert.h>

struct opaque;
extern struct opaque object;
int use(struct opaque *);

int main(void) { assert(use(&object) == 0); }

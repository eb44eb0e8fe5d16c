// An initialiser has its address.
#include <assert.h>

struct opaque;
extern struct opaque object;
struct opaque *pointer = &object;

int main(void) { assert(pointer); }

// A thread-local variable of another file has any value at first.
#include <assert.h>

extern _Thread_local int level;

int main(void) { assert(level == 0); }

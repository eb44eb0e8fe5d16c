// main ends with 0 if it has no return statement.
#include <assert.h>
int x = 1;
int main(void) { assert(x == 1); }

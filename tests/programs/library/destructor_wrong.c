// A function with the attribute destructor runs after main.
#include <assert.h>
int x;

__attribute__((destructor)) static void after(void) { assert(x == 0); }

int main(void) {
  x = 1;
  return 0;
}

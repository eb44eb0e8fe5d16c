// A path that does not return needs no value.
#include <assert.h>
#include <stdlib.h>
int x;
int f(int a) {
  switch (a) {
  case 0:
    return 5;
  default:
    abort();
  }
}
int main(void) {
  assert(f(x) == 5);
  return 0;
}

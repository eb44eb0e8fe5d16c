// A variable that was never written has some value, and keeps it.
#include <assert.h>

int main(void) {
  unsigned char array[2];
  unsigned char *p = array;
  unsigned char first = p[1];
  unsigned char second = p[1];
  assert(first == second);
  return 0;
}

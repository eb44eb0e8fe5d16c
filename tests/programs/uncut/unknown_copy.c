// copy_safely() has pointers to data. The violation rests on the assumption that it changes nothing.
#include <assert.h>

int copy_safely(void *to, unsigned long size, const void *from, unsigned long count);

int main(void) {
  int from = 1, to = 0;
  copy_safely(&to, sizeof to, &from, sizeof from);
  assert(to == 1);
  return 0;
}

// Pointer arithmetic counts in elements, and differences and comparisons follow the array.
#include <assert.h>
#include <stddef.h>

struct pair {
  int a;
  char b;
};

int main(void) {
  struct pair pairs[5];
  struct pair *first = pairs, *end = pairs + 5;
  assert(end - first == 5);
  assert((char *)end - (char *)first == 5 * (ptrdiff_t)sizeof(struct pair));
  int i = 0;
  for (struct pair *p = first; p < end; p++)
    p->a = i++;
  assert(end[-1].a == 4 && *&2 [pairs].a == 2);
  struct pair *middle = &pairs[2];
  assert(middle > first && middle <= &pairs[2] && middle != end);
  assert((middle -= 2) == first && (++middle)->a == 1);
  return 0;
}

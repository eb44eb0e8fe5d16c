// Uninitialised memory stays what it was once read, on the stack and on the heap.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  unsigned char local[1];
  unsigned char *p = local;
  unsigned char *q = malloc(1);
  unsigned char a = *p, b = *q;
  if (a != *p || b != *q)
    reach_error();
  free(q);
  return 0;
}

// malloc fails only with --malloc-may-fail; malloc(0) gives a pointer of its own.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *p = malloc(1), *q = malloc(0), *r = malloc(0);
  if (!p || !q || q == r)
    reach_error();
  free(p);
  free(q);
  free(r);
  return 0;
}

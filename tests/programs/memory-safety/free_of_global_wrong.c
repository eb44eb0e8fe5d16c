// Only heap memory can be freed.
#include <stdlib.h>
int x;
int *p = &x;

int main(void) {
  free(p);
  return 0;
}

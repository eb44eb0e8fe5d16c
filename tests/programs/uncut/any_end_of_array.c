// The second argument is one past the end of the array: sort() does not write there.
#include <stdlib.h>

void sort(int *begin, int *end);

int main(void) {
  int *a = malloc(3 * sizeof *a);
  a[0] = a[1] = a[2] = 0;
  sort(a, a + 3);
  free(a);
  return 0;
}

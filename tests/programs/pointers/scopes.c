// Each iteration has its own variable; a pointer to it is used only inside.
#include <assert.h>

static int triple(const int *p) { return 3 * *p; }

int main(void) {
  int sum = 0;
  for (int i = 0; i < 3; i++) {
    int local = i + 1;
    const int *p = &local;
    sum += triple(p);
  }
  assert(sum == 18);
  return 0;
}

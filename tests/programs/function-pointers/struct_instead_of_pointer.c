// A struct by value is not a pointer to it: undefined behaviour.
#include <assert.h>
struct big {
  long a[4];
};
static long f(struct big b) { return 1; }
static long (*volatile p)(struct big *) = (long (*)(struct big *))f;
int main(void) {
  struct big b = {{1}};
  assert(p(&b) == 1);
  return 0;
}

// Pointers to different types are passed alike, so that such callbacks work.
#include <assert.h>
struct ops {
  int (*get)(void *);
  void (*set)(void *, int);
};
static int get(int *p) { return *p; }
static void set(void *p, int v) { *(int *)p = v; }
static struct ops ops = {(int (*)(void *))get, set};
int main(void) {
  int x = 0;
  ops.set(&x, 4);
  assert(ops.get(&x) == 4);
  return 0;
}

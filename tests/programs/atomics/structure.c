// An _Atomic struct is loaded and stored in one step, whatever its size.
#include <pthread.h>
extern void reach_error(void);
struct triple {
  int a, b, c;
};
_Atomic struct triple shared;

void *worker(void *arg) {
  struct triple ones = {1, 1, 1};
  shared = ones;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  struct triple seen = shared;
  if (seen.a != seen.b || seen.b != seen.c)
    reach_error();
  pthread_join(t, 0);
  return 0;
}

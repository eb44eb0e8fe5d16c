// The same for a struct that no instruction can handle: a library call does it.
#include <pthread.h>
extern void reach_error(void);
struct six {
  int v[6];
};
_Atomic struct six shared;

void *worker(void *arg) {
  struct six ones = {{1, 1, 1, 1, 1, 1}};
  shared = ones;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  struct six seen = shared;
  if (seen.v[0] != seen.v[5])
    reach_error();
  pthread_join(t, 0);
  return 0;
}

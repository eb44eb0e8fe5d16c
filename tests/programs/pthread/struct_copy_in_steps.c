// A struct copy is several steps: a reader can see half of it.
#include <pthread.h>
extern void reach_error(void);
struct pair {
  int a, b;
} shared;
const struct pair one = {1, 1};

void *worker(void *arg) {
  (void)arg;
  shared = one;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  struct pair seen = shared;
  if (seen.a != seen.b)
    reach_error();
  pthread_join(t, 0);
  return 0;
}

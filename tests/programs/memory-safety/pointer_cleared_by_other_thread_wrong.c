// Tested and then used: in between the pointer becomes null. For other properties nothing follows that.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
int x;
int *_Atomic p = &x;

void *worker(void *arg) {
  p = 0;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (p) {
    int *used = p;
    *used = 1;
    if (!used)
      reach_error();
  }
  pthread_join(t, 0);
  return 0;
}

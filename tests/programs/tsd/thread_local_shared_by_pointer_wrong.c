// A thread-local variable is shared as soon as its address is handed out.
#include <pthread.h>
extern void reach_error(void);
static __thread int n;

void *worker(void *arg) {
  int *others = arg;
  (*others)++;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, &n);
  n++;
  pthread_join(t, 0);
  if (n != 2)
    reach_error();
  return 0;
}

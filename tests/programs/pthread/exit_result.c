// pthread_exit ends the thread from inside a called function, with a result; nothing after it runs.
#include <pthread.h>
#include <stdint.h>
extern void reach_error(void);

void leave(void) { pthread_exit((void *)7); }

void *worker(void *arg) {
  leave();
  reach_error();
  return arg;
}

int main(void) {
  pthread_t t;
  void *result = 0;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, &result);
  if ((intptr_t)result != 7)
    reach_error();
  return 0;
}

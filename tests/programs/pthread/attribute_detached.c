// A thread created as detached runs, and its attribute can be read back.
#include <pthread.h>
#include <stdatomic.h>
extern void reach_error(void);
atomic_int ran;

void *worker(void *arg) {
  (void)arg;
  ran = 1;
  return 0;
}

int main(void) {
  pthread_attr_t attributes;
  pthread_t t;
  int state = 99;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_getdetachstate(&attributes, &state);
  pthread_create(&t, &attributes, worker, 0);
  pthread_attr_destroy(&attributes);
  if (state == PTHREAD_CREATE_DETACHED && ran == 1)
    reach_error();
  return 0;
}

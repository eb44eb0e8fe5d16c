// A volatile flag is not atomic: its accesses race.
#include <pthread.h>
extern void reach_error(void);
volatile int ready;
int data;

void *producer(void *arg) {
  data = 1;
  ready = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  if (ready && data != 1)
    reach_error();
  pthread_join(t, 0);
  return 0;
}

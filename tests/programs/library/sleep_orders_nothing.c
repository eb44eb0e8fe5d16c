// Sleeping does not wait for anybody.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
#include <unistd.h>
extern void reach_error(void);
int x;

void *worker(void *arg) {
  x = 1;
  return arg;
}

int main(void) {
  pthread_t t;
  struct timespec second = {1, 0};
  pthread_create(&t, 0, worker, 0);
  sleep(10);
  usleep(1000);
  nanosleep(&second, 0);
  if (x != 1)
    reach_error();
  pthread_join(t, 0);
  return 0;
}

// Wrong: each thread alone stays below the limit, both together do not.
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int turn;
static int shared = INT_MAX - 1;

static void *worker(void *argument) {
  (void)argument;
  while (turn == 0) {
  }
  shared++;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  shared++;
  turn = 1;
  pthread_join(thread, 0);
  return 0;
}

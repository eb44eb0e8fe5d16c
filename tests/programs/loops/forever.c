// Two threads that never end go round a small set of states: nothing is wrong with that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *pong(void *argument) {
  (void)argument;
  for (;;)
    if (turn == 1)
      turn = 0;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, pong, 0);
  for (;;) {
    if (turn == 0)
      turn = 1;
    const int seen = turn;
    assert(seen == 0 || seen == 1);
  }
  return 0;
}

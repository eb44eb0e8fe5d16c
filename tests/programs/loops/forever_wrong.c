// Wrong: after enough rounds the counter passes the limit, however long that takes.
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
  int rounds = 0;
  pthread_create(&thread, 0, pong, 0);
  for (;;) {
    if (turn == 0) {
      turn = 1;
      rounds++;
    }
    assert(rounds < 4);
  }
  return 0;
}

// A ticket lock with tickets of 8 bits; two threads go round for ever, so the tickets wrap around.
// Safe: no two threads have the same ticket at the same time, as there are less than 256 threads.
#include <assert.h>
#include <pthread.h>

unsigned char next, serving;
int x;

static void turn(int me) {
  unsigned char ticket = __sync_fetch_and_add(&next, 1);
  unsigned char now;
  do
    now = serving;
  while (now != ticket);
  x = me;
  assert(x == me);
  serving = now + 1;
}

void *first(void *arg) {
  while (1)
    turn(1);
  return arg;
}

void *second(void *arg) {
  while (1)
    turn(2);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

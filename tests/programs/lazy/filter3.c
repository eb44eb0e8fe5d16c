// Peterson's filter lock for three threads that go round for ever.
// Safe: each of the two levels holds back one of those that are there.
#include <assert.h>
#include <pthread.h>

int level[3], last[3], x;

static void wait_at(int me, int here) {
  level[me] = here;
  last[here] = me;
  int held;
  do {
    held = 0;
    for (int other = 0; other < 3; other++) {
      int theirs = other == me ? 0 : level[other];
      if (theirs >= here)
        held = 1;
    }
    int latest = last[here];
    if (latest != me)
      held = 0;
  } while (held);
}

static void serve(int me) {
  while (1) {
    wait_at(me, 1);
    wait_at(me, 2);
    x = me;
    assert(x == me);
    level[me] = 0;
  }
}

void *first(void *arg) {
  serve(0);
  return arg;
}

void *second(void *arg) {
  serve(1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  serve(2);
  return 0;
}

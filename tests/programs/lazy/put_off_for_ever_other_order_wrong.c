// As put_off_for_ever_wrong.c, with the threads created in the other order: one goes round for ever with steps that do
// not matter to the assertion of the other, which fails.
// Unsafe: the assertion fails whatever the other thread does. A reduction that puts it off for ever misses it.
#include <assert.h>
#include <pthread.h>

int x, y;

void *spinning(void *arg) {
  while (1) {
    y = 1;
    y = 0;
  }
  return arg;
}

void *failing(void *arg) {
  int seen = y;
  x = seen + 1;
  assert(x == 0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, failing, 0);
  pthread_create(&b, 0, spinning, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

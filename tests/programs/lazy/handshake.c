// A producer writes an input to two places and then raises a flag; the consumer compares them and lowers it. Both go
// round for ever.
// Safe: while the flag is up, the two places are equal, and no thread writes them.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

int flag, data, copy;

void *producer(void *arg) {
  while (1) {
    int full = flag;
    if (!full) {
      int value = __VERIFIER_nondet_int();
      data = value;
      copy = value;
      flag = 1;
    }
  }
  return arg;
}

void *consumer(void *arg) {
  while (1) {
    int full = flag;
    if (full) {
      int value = data;
      assert(copy == value);
      flag = 0;
    }
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

// Every thread has its own copy of a thread-local variable, starting at its initial value.
#include <assert.h>
#include <pthread.h>

static __thread int counter = 5;
static _Thread_local int zero;

static void *worker(void *argument) {
  assert(counter == 5 && zero == 0);
  counter += *(const int *)argument;
  zero--;
  assert(counter == 5 + *(const int *)argument && zero == -1);
  return 0;
}

int main(void) {
  pthread_t first, second;
  const int one = 1, two = 2;
  counter = 100;
  pthread_create(&first, 0, worker, (void *)&one);
  pthread_create(&second, 0, worker, (void *)&two);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(counter == 100 && zero == 0);
  return 0;
}

// Handlers run from the innermost one on, before the destructors of thread-specific data; those of a scope that has been
// left do not run.
#include <assert.h>
#include <pthread.h>

static int order;
static pthread_key_t key;

static void append(void *digit) { order = 10 * order + *(int *)digit; }

static void *worker(void *argument) {
  static int one = 1, two = 2, three = 3, nine = 9;
  pthread_setspecific(key, &three);
  pthread_cleanup_push(append, &two);
  pthread_cleanup_push(append, &nine);
  pthread_cleanup_pop(0);
  pthread_cleanup_push(append, &one);
  pthread_exit(argument);
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&key, append);
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(order == 123);
  return 0;
}

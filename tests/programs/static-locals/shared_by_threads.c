// Wrong: a static local is one variable for all threads.
#include <assert.h>
#include <pthread.h>

static int nextId(void) {
  static int last;
  return ++last;
}

static int id;

static void *worker(void *argument) {
  (void)argument;
  id = nextId();
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  const int mine = nextId();
  pthread_join(thread, 0);
  assert(mine != id);
  return 0;
}

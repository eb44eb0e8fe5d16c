// Wrong: once its address is given away, a thread-local variable is as shared as any other.
#include <assert.h>
#include <pthread.h>

static _Thread_local int cell;

static void *worker(void *argument) {
  ++*(int *)argument;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, &cell);
  ++cell;
  pthread_join(thread, 0);
  assert(cell == 2);
  return 0;
}

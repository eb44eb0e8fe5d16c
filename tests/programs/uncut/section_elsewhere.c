// As lock_elsewhere.c, for functions without arguments.
#include <assert.h>
#include <pthread.h>

void enter(void);
void leave(void);

static int counter;

static void *worker(void *argument) {
  enter();
  counter++;
  leave();
  return argument;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, 0, worker, 0);
  enter();
  counter++;
  leave();
  pthread_join(first, 0);
  assert(counter == 2);
  return 0;
}

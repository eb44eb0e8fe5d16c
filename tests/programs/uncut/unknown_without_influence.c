// Violations do not rest on trace(), which returns nothing and has no pointers to data.
#include <assert.h>
#include <pthread.h>

void trace(const char *text, int number);

int counter;

static void *worker(void *argument) {
  trace("begin", 1);
  counter++;
  trace("end", 2);
  return argument;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, 0, worker, 0);
  counter++;
  pthread_join(first, 0);
  assert(counter == 2);
  return 0;
}

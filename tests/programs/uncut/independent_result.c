// The result of lib_time() is stored, but the lost update happens whatever it is.
#include <assert.h>
#include <pthread.h>

long lib_time(void);

static int counter;
static long started;

static void *worker(void *argument) {
  counter++;
  return argument;
}

int main(void) {
  started = lib_time();
  pthread_t first;
  pthread_create(&first, 0, worker, 0);
  counter++;
  pthread_join(first, 0);
  assert(counter == 2);
  return (int)started;
}

// lib_time() is given a pointer before other threads run. The lost update does not depend on what it writes there.
#include <assert.h>
#include <pthread.h>

struct time {
  long seconds;
};
int lib_time(struct time *now);

static int counter;

static void *worker(void *argument) {
  counter++;
  return argument;
}

int main(void) {
  struct time now = {0};
  lib_time(&now);
  pthread_t first;
  pthread_create(&first, 0, worker, 0);
  counter++;
  pthread_join(first, 0);
  assert(counter == 2);
  return (int)now.seconds;
}

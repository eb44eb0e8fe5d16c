// An event counter that counts down by one is a semaphore.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event;
static int shared;

static void *add(void *argument) {
  eventfd_t count;
  eventfd_read(event, &count);
  assert(count == 1);
  ++shared;
  eventfd_write(event, 1);
  return argument;
}

int main(void) {
  event = eventfd(1, EFD_SEMAPHORE | EFD_CLOEXEC);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, add, 0);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  assert(shared == 2);
  return 0;
}

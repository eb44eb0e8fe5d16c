// One read of the event counter may have seen one event only.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event;
static int data[2];

static void *produce(void *argument) {
  *(int *)argument = 1;
  eventfd_write(event, 1);
  return 0;
}

int main(void) {
  event = eventfd(0, 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, produce, &data[i]);
  eventfd_t count;
  eventfd_read(event, &count);
  assert(data[0] == 1 && data[1] == 1);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}

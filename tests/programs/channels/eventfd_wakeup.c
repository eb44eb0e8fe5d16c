// An event counter that is not zero says that both parts of the data are there, or one of them.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int event;
static int data[2];

static void *produce(void *argument) {
  *(int *)argument = 1;
  const uint64_t one = 1;
  write(event, &one, sizeof one);
  return 0;
}

int main(void) {
  event = eventfd(0, 0);
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, produce, &data[i]);
  for (uint64_t all = 0; all < 2;) {
    uint64_t count;
    assert(read(event, &count, sizeof count) == sizeof count);
    assert(count == 1 || count == 2);
    all += count;
  }
  assert(data[0] == 1 && data[1] == 1);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}

// poll waits for one of two pipes; the data of the one that it has found is there.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2][2];
static int data[2];

static void *produce(void *argument) {
  const int i = *(int *)argument;
  data[i] = 1;
  write(ends[i][1], "x", 1);
  return 0;
}

int main(void) {
  static int numbers[2] = {0, 1};
  pthread_t threads[2];
  struct pollfd polled[2];
  for (int i = 0; i < 2; ++i) {
    pipe(ends[i]);
    polled[i] = (struct pollfd){.fd = ends[i][0], .events = POLLIN};
  }
  for (int i = 0; i < 2; ++i)
    pthread_create(&threads[i], 0, produce, &numbers[i]);
  assert(poll(polled, 2, -1) >= 1);
  for (int i = 0; i < 2; ++i)
    if (polled[i].revents & POLLIN)
      assert(data[i] == 1);
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], 0);
  return 0;
}

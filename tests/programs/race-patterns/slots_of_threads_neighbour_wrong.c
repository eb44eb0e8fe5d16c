// The second request is accounted to the next element, which is that of another thread.
#include <pthread.h>

#define WORKERS 3

struct slot {
  long requests;
  long bytes;
};

static struct slot slots[WORKERS];

static void account(struct slot *slot, long size) {
  slot->requests++;
  slot->bytes += size;
}

static void *serve(void *argument) {
  const long index = (long)argument;
  for (int i = 0; i < 2; i++)
    account(&slots[(index + i) % WORKERS], 64 * i);
  return 0;
}

int main(void) {
  pthread_t workers[WORKERS];
  for (long i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], 0, serve, (void *)i);
  long bytes = 0;
  for (int i = 0; i < WORKERS; i++) {
    pthread_join(workers[i], 0);
    bytes += slots[i].bytes;
  }
  return bytes == 0;
}

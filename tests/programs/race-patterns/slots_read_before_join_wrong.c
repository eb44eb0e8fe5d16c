// Main adds up the element of a thread before it has joined it.
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
    account(&slots[index], 64 * i);
  return 0;
}

int main(void) {
  pthread_t workers[WORKERS];
  for (long i = 0; i < WORKERS; i++)
    pthread_create(&workers[i], 0, serve, (void *)i);
  long bytes = 0;
  for (int i = 0; i < WORKERS; i++) {
    bytes += slots[i].bytes;
    pthread_join(workers[i], 0);
  }
  return bytes == 0;
}

// Main allocates an object after it has joined a thread; its flag is never set.
#include <pthread.h>
#include <stdlib.h>

struct item {
  int flag;
  int value;
};

int counter;

void *worker(void *argument) {
  const struct item *item = argument;
  if (item->flag != 0)
    counter++;
  return 0;
}

void *first(void *argument) {
  return 0;
}

int main(void) {
  pthread_t thread, one, two;
  pthread_create(&thread, 0, first, 0);
  pthread_join(thread, 0);
  struct item *item = calloc(1, sizeof *item);
  pthread_create(&one, 0, worker, item);
  pthread_create(&two, 0, worker, item);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return 0;
}

// Wrong: a relaxed store of a large object hands nothing over, and neither does a relaxed load.
#include <pthread.h>
#include <stdatomic.h>

struct message {
  int words[5];
};

_Atomic struct message shared;
int data;

void *sender(void *argument) {
  data = 1;
  const struct message full = {{1}};
  atomic_store_explicit(&shared, full, memory_order_relaxed);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, sender, 0);
  const struct message received = atomic_load_explicit(&shared, memory_order_relaxed);
  if (received.words[0] != 0)
    data = 2;
  pthread_join(thread, 0);
  return 0;
}

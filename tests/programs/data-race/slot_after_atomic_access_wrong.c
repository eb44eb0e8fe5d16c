// The thread `leaf` may get the slot of `reader`, whose only access is atomic: main has joined it.
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void *leaf(void *arg) {
  data = 1;
  atomic_exchange_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}

void *reader(void *arg) { return flag ? &flag : 0; }

void *starter(void *arg) {
  pthread_t thread;
  pthread_create(&thread, 0, leaf, 0);
  pthread_join(thread, 0);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, reader, 0);
  pthread_create(&second, 0, starter, 0);
  pthread_join(first, 0);
  return data; // races with leaf
}

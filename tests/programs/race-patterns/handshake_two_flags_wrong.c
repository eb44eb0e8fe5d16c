// The reader returns the buffer before it has read it.
#include <pthread.h>
#include <stdatomic.h>

static int buffer[4];
static atomic_bool ready;

static void *writer(void *arg) {
  for (int round = 0; round < 10; round++) {
    while (atomic_load_explicit(&ready, memory_order_acquire))
      ;
    for (int i = 0; i < 4; i++)
      buffer[i] = round + i;
    atomic_store_explicit(&ready, 1, memory_order_release);
  }
  return NULL;
}

static void *reader(void *arg) {
  int sum = 0;
  for (int round = 0; round < 10; round++) {
    while (!atomic_load_explicit(&ready, memory_order_acquire))
      ;
    atomic_store_explicit(&ready, 0, memory_order_release);
    for (int i = 0; i < 4; i++)
      sum += buffer[i];
  }
  return NULL;
}

int main(void) {
  pthread_t w, r;
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r, NULL, reader, NULL);
  pthread_join(w, NULL);
  pthread_join(r, NULL);
  return 0;
}

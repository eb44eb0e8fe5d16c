// The half that is read was written by the release of the whole.
#include <pthread.h>
#include <stdatomic.h>
union word {
  unsigned long long whole;
  unsigned half[2];
} word;
int data, seen;

void *writer(void *arg) {
  data = 1;
  __atomic_store_n(&word.whole, 0x100000001, __ATOMIC_RELEASE);
  return arg;
}

void *other(void *arg) {
  __atomic_fetch_add(&word.half[0], 1, __ATOMIC_RELAXED);
  return arg;
}

void *reader(void *arg) {
  if (__atomic_load_n(&word.half[1], __ATOMIC_ACQUIRE) == 1)
    seen = data;
  return arg;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, writer, 0);
  pthread_create(&threads[1], 0, other, 0);
  pthread_create(&threads[2], 0, reader, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  pthread_join(threads[2], 0);
  return 0;
}

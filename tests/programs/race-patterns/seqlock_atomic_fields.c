// A sequence lock over relaxed atomic fields.
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint seq;
static atomic_int x, y;

static void write_pair(int a, int b) {
  unsigned s = atomic_load_explicit(&seq, memory_order_relaxed);
  atomic_store_explicit(&seq, s + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&x, a, memory_order_relaxed);
  atomic_store_explicit(&y, b, memory_order_relaxed);
  atomic_store_explicit(&seq, s + 2, memory_order_release);
}

static int read_pair(int *a, int *b) {
  unsigned s = atomic_load_explicit(&seq, memory_order_acquire);
  if (s & 1)
    return 0;
  *a = atomic_load_explicit(&x, memory_order_relaxed);
  *b = atomic_load_explicit(&y, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  return atomic_load_explicit(&seq, memory_order_relaxed) == s;
}

static void *writer(void *arg) {
  for (int i = 0; i < 100; i++)
    write_pair(i, -i);
  return arg;
}

static void *reader(void *arg) {
  int a, b;
  for (int i = 0; i < 100; i++)
    while (!read_pair(&a, &b))
      ;
  return arg;
}

int main(void) {
  pthread_t w, r1, r2;
  pthread_create(&w, NULL, writer, NULL);
  pthread_create(&r1, NULL, reader, NULL);
  pthread_create(&r2, NULL, reader, NULL);
  pthread_join(w, NULL);
  pthread_join(r1, NULL);
  pthread_join(r2, NULL);
  return 0;
}

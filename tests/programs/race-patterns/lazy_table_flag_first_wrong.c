// The flag is set before the table is built.
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 3

static pthread_mutex_t build_mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int built;
static int table[SIZE];

static void build(void) {
  for (int i = 0; i < SIZE; i++)
    table[i] = 3 * i;
}

static const int *get_table(void) {
  if (!atomic_load_explicit(&built, memory_order_acquire)) {
    pthread_mutex_lock(&build_mutex);
    if (!atomic_load_explicit(&built, memory_order_relaxed)) {
      atomic_store_explicit(&built, 1, memory_order_release);
      build();
    }
    pthread_mutex_unlock(&build_mutex);
  }
  return table;
}

static void *look_up(void *argument) {
  const long index = (long)argument;
  return (void *)(long)get_table()[index];
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, look_up, (void *)1);
  pthread_create(&second, 0, look_up, (void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}

// Double-checked locking with a plain flag.
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 3

static pthread_mutex_t build_mutex = PTHREAD_MUTEX_INITIALIZER;
static int built;
static int table[SIZE];

static void build(void) {
  for (int i = 0; i < SIZE; i++)
    table[i] = 3 * i;
}

static const int *get_table(void) {
  if (!built) {
    pthread_mutex_lock(&build_mutex);
    if (!built) {
      build();
      built = 1;
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

// Words of an array in one struct with a mutex are copied in a loop whose bound is in the struct, too: no lock is
// copied.
#include <pthread.h>
#include <stddef.h>

struct shared {
  size_t words;
  pthread_mutex_t lock;
  long value[2];
};

static struct shared shared;

static void update(struct shared *to, void (*change)(long *value)) {
  long value[2];
  pthread_mutex_lock(&to->lock);
  for (size_t i = 0; i < to->words; i++)
    value[i] = to->value[i];
  change(value);
  for (size_t i = 0; i < to->words; i++)
    to->value[i] = value[i];
  pthread_mutex_unlock(&to->lock);
}

static void add(long *value) { value[0]++; }

static void *run(void *argument) {
  update(&shared, add);
  return argument;
}

int main(void) {
  pthread_mutex_init(&shared.lock, 0);
  shared.words = 2;
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  update(&shared, add);
  pthread_join(thread, 0);
  return 0;
}

// Each worker has a slot; one of them uses that of its neighbour if it finds a mark that is there for one step.
#include <pthread.h>
#include <stdatomic.h>

enum { workers = 8 };

static int slots[workers];
static atomic_int mark;

static void *worker(void *arg) {
  const int own = (int)(long)arg;
  for (int i = 0; i < 20; ++i)
    slots[own] = i;
  if (own == 5) {
    atomic_store(&mark, 1);
    atomic_store(&mark, 0);
  }
  const int shift = own == 2 && atomic_load(&mark) == 1;
  slots[own + shift] = 100;
  return 0;
}

int main(void) {
  pthread_t threads[workers];
  for (long i = 0; i < workers; ++i)
    pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < workers; ++i)
    pthread_join(threads[i], 0);
  return 0;
}

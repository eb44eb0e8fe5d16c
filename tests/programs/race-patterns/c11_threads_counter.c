// C11 threads with a mutex that main initialises; the results are read after thrd_join.
#include <threads.h>

#define THREADS 3

struct ledger {
  mtx_t mutex;
  int entries;
  int sum;
};

static struct ledger ledger;

static void enter(int amount) {
  mtx_lock(&ledger.mutex);
  ledger.entries++;
  ledger.sum += amount;
  mtx_unlock(&ledger.mutex);
}

static int clerk(void *argument) {
  enter((int)(long)argument);
  return 0;
}

int main(void) {
  thrd_t threads[THREADS];
  if (mtx_init(&ledger.mutex, mtx_plain) != thrd_success)
    return 1;
  for (long i = 0; i < THREADS; i++)
    if (thrd_create(&threads[i], clerk, (void *)i) != thrd_success)
      return 1;
  for (int i = 0; i < THREADS; i++)
    thrd_join(threads[i], 0);
  mtx_destroy(&ledger.mutex);
  return ledger.entries != THREADS || ledger.sum != 3;
}

// Members beside the locks of a table are copied while a lock is held; the index of each is an input.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct bucket {
  int weight;
  pthread_spinlock_t lock;
  int count;
};

static struct bucket table[3];

int main(void) {
  for (unsigned i = 0; i < 3; i++)
    pthread_spin_init(&table[i].lock, 0);
  unsigned from = __VERIFIER_nondet_uint() % 3, to = __VERIFIER_nondet_uint() % 3;
  pthread_spin_lock(&table[from].lock);
  table[to].weight = table[from].count;
  pthread_spin_unlock(&table[from].lock);
  assert(1);
  return 0;
}

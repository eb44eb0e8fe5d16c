// A thread finds a held lock of a table through a shared pointer, and copies it to another element.
#include <pthread.h>
#include <stdatomic.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct bucket {
  int weight;
  pthread_spinlock_t lock;
  int count;
};

static struct bucket table[3];
static struct bucket *_Atomic current;

static void *worker(void *arg) {
  struct bucket *mine = arg, *other = current;
  if (other) {
    mine->lock = other->lock;
    pthread_spin_unlock(&mine->lock);
  }
  return 0;
}

int main(void) {
  for (int i = 0; i < 3; i++)
    pthread_spin_init(&table[i].lock, 0);
  pthread_t t;
  unsigned i = __VERIFIER_nondet_uint() % 3;
  pthread_create(&t, 0, worker, &table[i]);
  unsigned j = (i + 1) % 3;
  pthread_spin_lock(&table[j].lock);
  current = &table[j];
  pthread_join(t, 0);
  return 0;
}

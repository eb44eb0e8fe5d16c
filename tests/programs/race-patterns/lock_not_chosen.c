// The mutex is always that of the left object, whichever object the thread works on.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

struct shard {
  pthread_mutex_t mutex;
  int entries;
};

static struct shard left = {PTHREAD_MUTEX_INITIALIZER, 0};
static struct shard right = {PTHREAD_MUTEX_INITIALIZER, 0};

static void insert(struct shard *shard) {
  pthread_mutex_lock(&left.mutex);
  shard->entries++;
  pthread_mutex_unlock(&left.mutex);
}

static void *client(void *argument) {
  struct shard *shard = __VERIFIER_nondet_bool() ? &left : &right;
  insert(shard);
  return 0;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, 0, client, 0);
  pthread_create(&second, 0, client, 0);
  pthread_create(&third, 0, client, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  pthread_join(third, 0);
  return left.entries + right.entries != 3;
}

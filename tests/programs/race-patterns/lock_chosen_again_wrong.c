// The object for the work is chosen by a second input, and may not be that of the mutex.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

struct shard {
  pthread_mutex_t mutex;
  int entries;
};

static struct shard left = {PTHREAD_MUTEX_INITIALIZER, 0};
static struct shard right = {PTHREAD_MUTEX_INITIALIZER, 0};

static void insert(struct shard *shard) {
  pthread_mutex_lock(&shard->mutex);
  (__VERIFIER_nondet_bool() ? &left : &right)->entries++;
  pthread_mutex_unlock(&shard->mutex);
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

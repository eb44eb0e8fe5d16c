// The mutex is chosen by the key, the bucket by its hash: two keys of one bucket have different mutexes.
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

#define BUCKETS 4

static pthread_mutex_t mutexes[BUCKETS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                           PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int counts[BUCKETS];

static unsigned hash(unsigned key) { return (key ^ (key >> 4)) % BUCKETS; }

static void add(unsigned key) {
  const unsigned bucket = hash(key);
  pthread_mutex_lock(&mutexes[key % BUCKETS]);
  counts[bucket]++;
  pthread_mutex_unlock(&mutexes[key % BUCKETS]);
}

static void *client(void *argument) {
  add(__VERIFIER_nondet_uint());
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, client, 0);
  pthread_create(&second, 0, client, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return counts[0] + counts[1] + counts[2] + counts[3] != 2;
}

// A cache of one result: looked up under the read lock, filled under the write lock after the read lock has
// been given back.
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct {
  int valid;
  int key;
  int result;
} cache;

static int compute(int key) { return key * key + 1; }

static int cached(int key, int *result) {
  int found = 0;
  pthread_rwlock_rdlock(&lock);
  if (cache.valid && cache.key == key) {
    *result = cache.result;
    found = 1;
  }
  pthread_rwlock_unlock(&lock);
  return found;
}

static int look_up(int key) {
  int result;
  if (cached(key, &result))
    return result;
  result = compute(key);
  pthread_rwlock_wrlock(&lock);
  cache.key = key;
  cache.result = result;
  cache.valid = 1;
  pthread_rwlock_unlock(&lock);
  return result;
}

static void *client(void *argument) {
  const int key = (int)(long)argument;
  return (void *)(long)(look_up(key) + look_up(key + 1));
}

int main(void) {
  pthread_t thread;
  for (int i = 0;; i = (i + 1) % 3)
    pthread_create(&thread, 0, client, (void *)(long)i);
}

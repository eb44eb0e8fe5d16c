// One mutex for each of two counters, chosen by index.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int count[2];

static void add(int i) {
  pthread_mutex_lock(&m[i]);
  count[i]++;
  pthread_mutex_unlock(&m[i]);
}

void *worker(void *arg) {
  add(1);
  add(0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  add(0);
  add(1);
  pthread_join(t, 0);
  assert(count[0] == 2 && count[1] == 2);
  return 0;
}

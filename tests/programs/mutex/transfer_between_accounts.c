// Two mutexes always locked in the same order: money is neither made nor lost, and there is no deadlock.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int inA = 10, inB = 10;

static void transfer(int amount) {
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  inA -= amount;
  inB += amount;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
}

void *worker(void *arg) {
  transfer(3);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  transfer(-5);
  pthread_join(t, 0);
  assert(inA == 12 && inB == 8);
  return 0;
}

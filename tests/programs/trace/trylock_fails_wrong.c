// What happens if a trylock fails, which it does not while threads run one after the other.
// Unsafe: while the first thread holds the mutex, the second writes x.
#include <assert.h>
#include <pthread.h>

int x;
pthread_mutex_t kept = PTHREAD_MUTEX_INITIALIZER;

void *opener(void *arg) {
  pthread_mutex_lock(&kept);
  pthread_mutex_unlock(&kept);
  return arg;
}

void *looker(void *arg) {
  if (pthread_mutex_trylock(&kept) == 0)
    pthread_mutex_unlock(&kept);
  else
    x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 0);
  return 0;
}

// Local mutexes that are initialised, by a function or by an initialiser.
#include <assert.h>
#include <pthread.h>
int x;
int main(void) {
  pthread_mutex_t a, b = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_init(&a, 0);
  pthread_mutex_lock(&a);
  if (pthread_mutex_trylock(&b) == 0)
    x = 1;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  assert(x == 1);
  return 0;
}

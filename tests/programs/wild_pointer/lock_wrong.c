// The pointer to a mutex was never initialised.
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter;

int main(void) {
  pthread_mutex_t *lock;
  pthread_mutex_lock(lock);
  ++counter;
  pthread_mutex_unlock(lock);
  return 0;
}

// lock_all() may lock the mutex.
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void lock_all(void);

int main(void) {
  lock_all();
  pthread_mutex_unlock(&mutex);
  return 0;
}

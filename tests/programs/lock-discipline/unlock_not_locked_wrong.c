// Unlock of a mutex that no thread holds.
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_unlock(&m);
  return 0;
}

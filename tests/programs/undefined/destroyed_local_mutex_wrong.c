// A mutex on the stack is used after its destruction.
#include <pthread.h>
int main(void) {
  pthread_mutex_t o;
  pthread_mutex_init(&o, 0);
  pthread_mutex_destroy(&o);
  pthread_mutex_lock(&o);
  pthread_mutex_unlock(&o);
  return 0;
}

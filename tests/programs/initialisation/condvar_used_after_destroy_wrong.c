// Wrong: a signal to a condition variable that has been destroyed.
#include <pthread.h>

int main(void) {
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  pthread_cond_signal(&c);
  pthread_cond_destroy(&c);
  pthread_cond_signal(&c);
  return 0;
}

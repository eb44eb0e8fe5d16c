// A condition variable on the stack is used after its destruction.
#include <pthread.h>
int main(void) {
  pthread_cond_t o;
  pthread_cond_init(&o, 0);
  pthread_cond_destroy(&o);
  pthread_cond_signal(&o);
  return 0;
}

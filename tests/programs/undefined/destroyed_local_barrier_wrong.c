// A barrier on the stack is used after its destruction.
#include <pthread.h>
int main(void) {
  pthread_barrier_t o;
  pthread_barrier_init(&o, 0, 1);
  pthread_barrier_destroy(&o);
  pthread_barrier_wait(&o);
  return 0;
}

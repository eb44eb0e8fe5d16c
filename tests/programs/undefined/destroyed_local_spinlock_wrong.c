// A spin lock on the stack is used after its destruction.
#include <pthread.h>
int main(void) {
  pthread_spinlock_t o;
  pthread_spin_init(&o, 0);
  pthread_spin_destroy(&o);
  pthread_spin_lock(&o);
  pthread_spin_unlock(&o);
  return 0;
}

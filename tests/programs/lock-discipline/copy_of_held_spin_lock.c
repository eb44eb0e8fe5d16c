// A spin lock is an int; the copy of one that is held must not be unlocked.
#include <pthread.h>
static pthread_spinlock_t a, b;
int main(void) {
  pthread_spin_init(&a, 0);
  pthread_spin_lock(&a);
  b = a;
  pthread_spin_unlock(&b);
  return 0;
}

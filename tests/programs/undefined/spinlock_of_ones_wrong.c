// A static spin lock is filled with bytes.
#include <assert.h>
#include <pthread.h>
#include <string.h>
static pthread_spinlock_t object;
int main(void) {
  memset(&object, 0xff, sizeof object);
  pthread_spin_lock(&object);
  assert(0);
  return 0;
}

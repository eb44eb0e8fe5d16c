// A static read-write lock is filled with bytes that look like a writer inside.
#include <assert.h>
#include <pthread.h>
#include <string.h>
static pthread_rwlock_t object;
int main(void) {
  memset(&object, 0xff, sizeof object);
  pthread_rwlock_rdlock(&object);
  assert(0);
  return 0;
}

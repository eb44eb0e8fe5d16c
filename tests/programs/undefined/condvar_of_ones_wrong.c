// A static condition variable is filled with bytes.
#include <assert.h>
#include <pthread.h>
#include <string.h>
static pthread_cond_t object;
int main(void) {
  memset(&object, 0xff, sizeof object);
  pthread_cond_signal(&object);
  assert(0);
  return 0;
}

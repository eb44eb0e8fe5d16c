// The key is used before it is created: the value is not kept.
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int data;

int main(void) {
  pthread_setspecific(key, &data);
  assert(pthread_getspecific(key) == &data);
}

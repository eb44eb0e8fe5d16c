// The bytes of handles are compared.
#include <assert.h>
#include <pthread.h>
#include <string.h>
void *worker(void *arg) { return arg; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_join(a, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(b, 0);
  assert(*(unsigned char *)&a == *(unsigned char *)&b);
  return 0;
}

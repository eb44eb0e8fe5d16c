// A once control is assigned a number that is no initialiser: a thread must not wait for it for ever.
#include <assert.h>
#include <pthread.h>
pthread_once_t once;
void routine(void) {}
int main(void) {
  once = 1;
  pthread_once(&once, routine);
  assert(0);
  return 0;
}

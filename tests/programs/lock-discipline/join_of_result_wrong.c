// A thread returns its handle, which is joined once more.
#include <pthread.h>
static void *leaf(void *a) { return (void *)pthread_self(); }
int main(void) {
  pthread_t old, t;
  void *self;
  pthread_create(&old, 0, leaf, 0);
  pthread_join(old, &self);
  pthread_create(&t, 0, leaf, 0);
  pthread_join((pthread_t)self, 0);
  return 0;
}

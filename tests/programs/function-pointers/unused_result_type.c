// A result that is not used may have any type, as that of a function that unlocks a mutex when a scope ends.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *run(void *argument) {
  pthread_mutex_lock(&lock);
  void (*end)(void *) = (void (*)(void *))pthread_mutex_unlock;
  ++x;
  assert(x == 1);
  --x;
  end(&lock);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, run, 0);
  pthread_create(&b, 0, run, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

// A race only if the visitor passes two doors, each of which is open for one step.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int outer, inner;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int visitors;

static void *porter(void *arg) {
  for (int i = 0; i < 200; ++i) {
    pthread_mutex_lock(&lock);
    visitors = 0;
    pthread_mutex_unlock(&lock);
  }
  atomic_store(&outer, 1);
  atomic_store(&outer, 0);
  for (int i = 0; i < 200; ++i) {
    pthread_mutex_lock(&lock);
    visitors = 0;
    pthread_mutex_unlock(&lock);
  }
  atomic_store(&inner, 1);
  atomic_store(&inner, 0);
  pthread_mutex_lock(&lock);
  visitors = 0;
  pthread_mutex_unlock(&lock);
  return arg;
}

static void *cleaner(void *arg) {
  for (int i = 0; i < 200; ++i) {
    pthread_mutex_lock(&lock);
    visitors = visitors + 1;
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *visitor(void *arg) {
  if (atomic_load(&outer) && atomic_load(&inner))
    visitors = 1;
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, porter, 0);
  pthread_create(&b, 0, visitor, 0);
  pthread_create(&c, 0, cleaner, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}

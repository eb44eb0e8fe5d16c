// A path unlocks once too often, before the last access.
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

static pthread_mutex_t mutex;
static int stock, reserved;

static void add(int count) {
  pthread_mutex_lock(&mutex);
  stock += count;
  pthread_mutex_unlock(&mutex);
}

static int reserve(int count) {
  pthread_mutex_lock(&mutex);
  const int possible = stock >= count;
  if (possible) {
    add(-count);
    pthread_mutex_unlock(&mutex);
    reserved += count;
    return possible;
  }
  pthread_mutex_unlock(&mutex);
  return possible;
}

static void *customer(void *argument) {
  if (!reserve(2))
    add(5);
  return 0;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&mutex, &attributes);
  pthread_t thread;
  while (__VERIFIER_nondet_bool())
    pthread_create(&thread, 0, customer, 0);
  return 0;
}

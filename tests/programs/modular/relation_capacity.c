// What is used and what is available make up a capacity that main has chosen.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
unsigned capacity, used, available;

void *user(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    if (available > 0) {
      available--;
      used++;
    }
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *giver(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    if (used > 0) {
      used--;
      available++;
    }
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

void *reader(void *argument) {
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&mutex);
    assert(used + available == capacity);
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  capacity = (unsigned)__VERIFIER_nondet_int();
  available = capacity;
  while (__VERIFIER_nondet_int()) {
    pthread_create(&thread, 0, user, 0);
    pthread_create(&thread, 0, giver, 0);
    pthread_create(&thread, 0, reader, 0);
  }
  return 0;
}

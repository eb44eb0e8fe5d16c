// The input decides how a thread looks, and only one of its values makes it look where something can be seen.
// Safe: the mutex keeps the window from being seen open.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int window, input, x;

void *opener(void *arg) {
  pthread_mutex_lock(&m);
  window = 1;
  window = 0;
  pthread_mutex_unlock(&m);
  return arg;
}

void *looker(void *arg) {
  int seen = 0;
  if (input == 13) {
    pthread_mutex_lock(&m);
    seen = window;
    pthread_mutex_unlock(&m);
  }
  if (seen)
    x = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  input = __VERIFIER_nondet_int();
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 0);
  return 0;
}

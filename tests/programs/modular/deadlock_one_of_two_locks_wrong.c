// A thread locks one of two mutexes, of which main never releases one.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
void *f(void *arg) {
  int k = __VERIFIER_nondet_int();
  if (k) { pthread_mutex_lock(&a); pthread_mutex_unlock(&a); }
  else { pthread_mutex_lock(&b); pthread_mutex_unlock(&b); }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_mutex_lock(&b);
  pthread_create(&t, 0, f, 0);
  for (;;) {
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
  }
  return 0;
}

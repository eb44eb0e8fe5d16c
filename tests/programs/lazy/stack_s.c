// A stack in an array, protected by a mutex; one thread pushes three inputs that are not zero, another tries to pop
// as often. A popped place is cleared.
// Safe: below top all places are in use, so nothing popped is zero.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

#define SIZE 3

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int stack[SIZE], top;

void *pusher(void *arg) {
  for (int i = 0; i < SIZE; i++) {
    int value = __VERIFIER_nondet_int();
    __VERIFIER_assume(value != 0);
    pthread_mutex_lock(&m);
    int at = top;
    assert(at < SIZE);
    stack[at] = value;
    top = at + 1;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

void *popper(void *arg) {
  for (int i = 0; i < SIZE; i++) {
    pthread_mutex_lock(&m);
    int at = top;
    if (at > 0) {
      int value = stack[at - 1];
      assert(value != 0);
      stack[at - 1] = 0;
      top = at - 1;
    }
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, pusher, 0);
  pthread_create(&b, 0, popper, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

// A stack in an array without any lock; one thread pushes three inputs that are not zero, another tries to pop
// as often. A popped place is cleared.
// Unsafe: a pop between the steps of a push leaves a hole below top.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

#define SIZE 3

int stack[SIZE], top;

void *pusher(void *arg) {
  for (int i = 0; i < SIZE; i++) {
    int value = __VERIFIER_nondet_int();
    __VERIFIER_assume(value != 0);
    int at = top;
    assert(at < SIZE);
    stack[at] = value;
    top = at + 1;
  }
  return arg;
}

void *popper(void *arg) {
  for (int i = 0; i < SIZE; i++) {
    int at = top;
    if (at > 0) {
      int value = stack[at - 1];
      assert(value != 0);
      stack[at - 1] = 0;
      top = at - 1;
    }
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

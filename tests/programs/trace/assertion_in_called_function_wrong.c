// An assertion in a function that is called in a branch, through a pointer.
// Unsafe: the second thread may see the window open, and calls what fails.
#include <assert.h>
#include <pthread.h>

int window, x = 1;
void (*action)(int);

void harmless(int value) { x = value; }
void demanding(int value) { assert(x == value); }

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen)
    action(0);
  return arg;
}

int main(void) {
  pthread_t a, b;
  action = harmless;
  action = demanding;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

// A branch that is rarely taken makes an object and hands it over; the statement after the branch writes to what was
// handed over.
// Unsafe: if the second thread sees the window open, it writes to the new object.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int window, x;
int *p = &x;

void *opener(void *arg) {
  window = 1;
  window = 0;
  return arg;
}

void *looker(void *arg) {
  int seen = window;
  if (seen) {
    int *made = malloc(sizeof *made);
    *made = 7;
    p = made;
  }
  *p = *p + 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, opener, 0);
  pthread_create(&b, 0, looker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(*p != 8);
  return 0;
}

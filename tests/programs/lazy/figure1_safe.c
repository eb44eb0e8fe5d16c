// Figure 1 of "Verifying Multi-threaded Software with Impact", with an assertion that holds. That i and j differ makes
// most steps of the two threads independent, but only an analysis of the indices can tell.
// Safe: only T2 writes v[j], so v[j] is -1 at the end of every execution.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int condition);

#define SIZE 4

int v[SIZE], i, j;

void *t1(void *arg) {
  v[i] = 1;
  v[i] = v[i] + 1;
  v[i] = v[j];
  return arg;
}

void *t2(void *arg) {
  v[j] = -2;
  v[j] = v[j] + 1;
  v[i] = v[i] + 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  i = __VERIFIER_nondet_int();
  j = __VERIFIER_nondet_int();
  __VERIFIER_assume(i >= 0 && i < SIZE);
  __VERIFIER_assume(j >= 0 && j < SIZE);
  __VERIFIER_assume(i != j);
  v[i] = 0;
  v[j] = 0;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(v[j] == -1);
  return 0;
}

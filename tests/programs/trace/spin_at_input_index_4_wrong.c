// Where a thread looks that waits actively depends on an input.
// Unsafe: reach_error() is called in some order, with some input.
extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
int a[2]; 
void *t1(void *p) { int n = __VERIFIER_nondet_int() & 1; while (a[n] == 0); reach_error(); return 0; }
void *t2(void *p) { int q = a[1]; a[1] = 1; a[1] = 0; return 0; }
int main() { pthread_t x,y; pthread_create(&y,0,t2,0); pthread_create(&x,0,t1,0); pthread_exit(0); }

// Where a thread looks that waits actively depends on an input.
// Unsafe: reach_error() is called in some order, with some input.
extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
int a[2]; int go; 
void *T(void *p) { int n = __VERIFIER_nondet_int() & 1; while (a[n] == 0); reach_error(); return 0; }
int main() { pthread_t s; pthread_create(&s,0,T,0); a[1]=1; pthread_exit(0); }

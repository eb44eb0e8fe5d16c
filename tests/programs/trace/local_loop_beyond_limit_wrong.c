// With most inputs, the thread's loop has more rounds than are followed.
// Unsafe: reach_error() is called in some order, with some input.
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
#include <pthread.h>
void *t1(void *p) { unsigned x = __VERIFIER_nondet_uint(), i; for (i = 0; i < x; i++); if (x == 7) reach_error(); return 0; }
int main() { pthread_t x; pthread_create(&x,0,t1,0); pthread_join(x,0); return 0; }

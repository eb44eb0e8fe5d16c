// In the end a thread waits, but only because of an input.
// Unsafe: reach_error() is called in some order, with some input.
extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
pthread_mutex_t m[2];
void *t1(void *p) { int n = __VERIFIER_nondet_int() & 1; pthread_mutex_lock(&m[n]); reach_error(); return 0; }
void *t2(void *p) { pthread_mutex_lock(&m[0]); pthread_mutex_lock(&m[0]); return 0;}
int main() { pthread_t x,y; pthread_mutex_lock(&m[0]); pthread_mutex_lock(&m[1]);  pthread_create(&x,0,t1,0); pthread_mutex_unlock(&m[1]); pthread_join(x,0); return 0; }

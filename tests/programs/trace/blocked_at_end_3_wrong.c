// In the end a thread waits, but only because of an input.
// Unsafe: reach_error() is called in some order, with some input.
extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
#include <semaphore.h>
sem_t s;
void *t1(void *p) { sem_wait(&s); reach_error(); return 0; }
int main() { pthread_t x; int n = __VERIFIER_nondet_int() & 1;  pthread_create(&x,0,t1,0); sem_init(&s,0,n); pthread_join(x,0); return 0; }

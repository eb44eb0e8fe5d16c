// In the end a thread waits, but only because of an input.
// Unsafe: reach_error() is called in some order, with some input.
extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
#include <semaphore.h>
sem_t s[2];
void *t1(void *p) { int n = __VERIFIER_nondet_int() & 1; sem_wait(&s[n]); reach_error(); return 0; }
int main() { pthread_t x; sem_init(&s[0],0,0); sem_init(&s[1],0,0); pthread_create(&x,0,t1,0); sem_post(&s[1]); pthread_join(x,0); return 0; }

// What a waiting thread waits for depends on an input.
// Unsafe: reach_error() is called in some order, with some input.
extern void abort(void); extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
#include <pthread.h>
#include <semaphore.h>
sem_t s[2]; int y;
void *t1(void *p) { int n = __VERIFIER_nondet_int() & 1; sem_wait(&s[n]); reach_error(); return 0; }
void *t2(void *p) { sem_wait(&s[1]); y = 2; return 0; }
void *t3(void *p) { y = 1; return 0; }
int main() { pthread_t a,b,c; sem_init(&s[0],0,0); sem_init(&s[1],0,1); pthread_create(&b,0,t2,0); pthread_create(&a,0,t1,0); pthread_create(&c,0,t3,0); pthread_exit(0); }

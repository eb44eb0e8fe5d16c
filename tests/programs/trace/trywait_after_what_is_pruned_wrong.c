// A step that waits, or tries, is ordered after another one only in the first execution.
// Unsafe: reach_error() is called in some order, with some input.
extern void abort(void); extern void reach_error(void);
#include <pthread.h>
#include <semaphore.h>
sem_t m; int y;
void *A(void *p) { sem_trywait(&m); y = 1; return 0; }
void *D(void *p) { int q = y; sem_wait(&m); reach_error(); return 0; }
int main() { pthread_t s,t,u; sem_init(&m,0,1); pthread_create(&s,0,A,0); pthread_create(&t,0,D,0); pthread_exit(0); }

// A step that waits, or tries, is ordered after another one only in the first execution.
// Unsafe: reach_error() is called in some order, with some input.
extern void abort(void); extern void reach_error(void);
#include <pthread.h>
pthread_mutex_t m; int y;
void *A(void *p) { pthread_mutex_trylock(&m); y = 1; return 0; }
void *D(void *p) { int q = y; pthread_mutex_lock(&m); reach_error(); return 0; }
int main() { pthread_t s,t,u; pthread_create(&s,0,A,0); pthread_create(&t,0,D,0); pthread_exit(0); }

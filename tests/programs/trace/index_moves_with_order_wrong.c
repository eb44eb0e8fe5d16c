// Where a step writes depends on the order of the steps before it.
// Unsafe: reach_error() is called in some order, with some input.
extern void abort(void); extern void reach_error(void);
#include <pthread.h>
int x, a[2];
int z;
void *A(void *p) { int r = a[1]; if (r == 1) reach_error(); z = 1; return 0; }
void *B(void *p) { int k = x; a[k] = 1; return 0; }
void *C(void *p) { x = 1; int q = z; return 0; }
int main() { pthread_t s,t,u; pthread_create(&s,0,A,0); pthread_create(&t,0,B,0); pthread_create(&u,0,C,0); pthread_exit(0); }

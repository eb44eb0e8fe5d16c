// Detached threads that end leave nothing, not even their place.
// Safe: reach_error() is never called.
#include <pthread.h>
extern void reach_error(void);
int x;
void *t1(void *p) { x = 1; return 0; }
int main() { pthread_t t; for (int i = 0; i < 3; i++) { pthread_create(&t,0,t1,0); pthread_detach(t); } if (x > 1) reach_error(); return 0; }

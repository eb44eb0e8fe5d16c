// The jump leaves the scope without its handler, and the end of the thread would run it.
#include <pthread.h>
#include <setjmp.h>
jmp_buf target;
void handler(void *arg) { (void)arg; }

void *worker(void *arg) {
  if (setjmp(target) == 0) {
    pthread_cleanup_push(handler, 0);
    longjmp(target, 1);
    pthread_cleanup_pop(0);
  }
  pthread_exit(arg);
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}

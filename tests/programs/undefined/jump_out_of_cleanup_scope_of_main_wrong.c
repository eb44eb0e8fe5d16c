// The same in main, whose return runs no handlers.
#include <pthread.h>
#include <setjmp.h>
jmp_buf target;
void handler(void *arg) { (void)arg; }
int main(void) {
  if (setjmp(target) == 0) {
    pthread_cleanup_push(handler, 0);
    longjmp(target, 1);
    pthread_cleanup_pop(0);
  }
  return 0;
}

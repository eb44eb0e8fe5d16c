// Wrong: on the first way, second and third are one handle, and the later thread may have got its slot.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static void *run(void *argument) { return argument; }
int main(void) {
  pthread_t first, second, third, fourth, later;
  if (__VERIFIER_nondet_int()) {
    pthread_create(&first, 0, run, 0);
    fourth = first;
    pthread_create(&second, 0, run, 0);
    third = second;
  } else {
    pthread_create(&first, 0, run, 0);
    pthread_create(&fourth, 0, run, 0);
    second = fourth;
    pthread_create(&third, 0, run, 0);
  }
  pthread_join(second, 0);
  pthread_create(&later, 0, run, 0);
  pthread_join(third, 0);
  return first == 0 && fourth == 0;
}

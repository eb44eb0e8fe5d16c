// An input that is asked for in a thread and handed to main.
#include <assert.h>
#include <pthread.h>

unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char input, answer;

static void *worker(void *argument) {
  (void)argument;
  input = __VERIFIER_nondet_uchar();
  answer = (unsigned char)(input % 10);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  assert(answer < 10 && answer == input % 10);
  return 0;
}

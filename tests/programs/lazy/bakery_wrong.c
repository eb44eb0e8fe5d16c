// Lamport's bakery without the flag that says that a ticket is being drawn; tickets are kept below 4.
// Unsafe: the first thread has seen number[1] == 0 but not yet written its ticket; the second then draws the same
// ticket and enters; the first writes its ticket and, with the smaller index, enters too.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);

int number[2], x;

static void serve(int me) {
  const int other = 1 - me;
  while (1) {
    int ticket = number[other];
    __VERIFIER_assume(ticket < 3);
    ticket = ticket + 1;
    number[me] = ticket;
    int theirs;
    do
      theirs = number[other];
    while (theirs != 0 && (theirs < ticket || (theirs == ticket && other < me)));
    x = me;
    assert(x == me);
    number[me] = 0;
  }
}

void *first(void *arg) {
  serve(0);
  return arg;
}

void *second(void *arg) {
  serve(1);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

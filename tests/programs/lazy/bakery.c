// Lamport's bakery for two threads that go round for ever. Tickets are kept below 4 by an assumption, as they would
// otherwise grow without end while the threads overlap.
// Safe: a thread waits for the other to have drawn its ticket, and then for the smaller ticket.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_assume(int condition);

int choosing[2], number[2], x;

static void serve(int me) {
  const int other = 1 - me;
  while (1) {
    choosing[me] = 1;
    int ticket = number[other];
    __VERIFIER_assume(ticket < 3);
    ticket = ticket + 1;
    number[me] = ticket;
    choosing[me] = 0;
    int busy, theirs;
    do
      busy = choosing[other];
    while (busy);
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

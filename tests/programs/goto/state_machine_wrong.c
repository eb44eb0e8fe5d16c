// A state machine of gotos: two threads pass a token to each other, and inputs decide when they rest.
// A thread that begins with work does not wait for the token.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern _Bool __VERIFIER_nondet_bool(void);

atomic_int token, working;

void *machine(void *arg) {
  int self = arg != 0, turns = 0;
  if (__VERIFIER_nondet_bool())
    goto work;
rest:
  if (__VERIFIER_nondet_bool())
    goto rest;
ask:
  if (token != self)
    goto ask;
work:
  working++;
  assert(working == 1);
  working--;
  token = !self;
  if (++turns == 2)
    return 0;
  if (__VERIFIER_nondet_bool())
    goto ask;
  goto rest;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, machine, 0);
  pthread_create(&b, 0, machine, &token);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}

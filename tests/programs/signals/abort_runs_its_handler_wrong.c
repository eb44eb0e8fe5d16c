// abort() runs the handler of SIGABRT before the program ends.
#include <assert.h>
#include <signal.h>
#include <stdlib.h>

static void on_abort(int number) { assert(number != SIGABRT); }

int main(void) {
  signal(SIGABRT, on_abort);
  abort();
}

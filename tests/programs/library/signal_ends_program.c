// A signal that is neither handled nor ignored ends the program.
#include <assert.h>
#include <signal.h>

int main(void) {
  raise(SIGTERM);
  assert(0);
  return 0;
}

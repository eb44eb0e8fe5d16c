// A destroyed condition variable of C11 is signalled.
#include <threads.h>
cnd_t c;
int main(void) {
  cnd_init(&c);
  cnd_destroy(&c);
  cnd_broadcast(&c);
  return 0;
}

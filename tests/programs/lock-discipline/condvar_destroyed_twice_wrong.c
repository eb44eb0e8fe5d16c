// A condition variable is destroyed twice.
#include <threads.h>
cnd_t c;
int main(void) {
  cnd_init(&c);
  cnd_destroy(&c);
  cnd_destroy(&c);
  return 0;
}

// C allows one call of exit; the return from main is one.
#include <stdlib.h>
void handler(void) { exit(1); }
int main(void) {
  atexit(handler);
  return 0;
}

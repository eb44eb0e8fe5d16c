// The handler is called by exit, and calls it again; another handler remains.
#include <stdlib.h>
void last(void) {}
void handler(void) { exit(1); }
int main(void) {
  atexit(last);
  atexit(handler);
  exit(0);
}

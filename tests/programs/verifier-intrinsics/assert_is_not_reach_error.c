// A property file names one function: a failing assert() is no call of reach_error, and ends the program.
#include <assert.h>
extern void reach_error(void);

int main(void) {
  int x = 1;
  assert(x == 2);
  reach_error();
  return 0;
}

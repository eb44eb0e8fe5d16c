// The program never writes `level`, which has one instance for each thread: if init() does not, nothing does.
#include <assert.h>

_Thread_local int level;
void init(void);

int main(void) {
  init();
  assert(level == 1);
  return 0;
}

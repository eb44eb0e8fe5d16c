// The program never writes `level`: if init() does not, nothing does.
#include <assert.h>

int level;
void init(const char *file);

int main(void) {
  init("settings");
  assert(level == 1);
  return 0;
}

// A descriptor that is closed twice may be that of another pipe by then, which the model does not give it.
#include <assert.h>
#include <unistd.h>

int main(void) {
  int first[2];
  int second[2];
  pipe(first);
  close(first[0]);
  pipe(second);
  close(first[0]);
  const char byte = 'x';
  assert(write(second[1], &byte, 1) == 1);
  return 0;
}

// read returns how many bytes it has written, and leaves the others alone.
#include <assert.h>
#include <unistd.h>

int main(void) {
  char text[4] = "abc";
  const ssize_t count = read(0, text, 3);
  assert(count >= -1 && count <= 3);
  assert(text[3] == 0);
  assert(count >= 2 || text[1] == 'b');
  return 0;
}

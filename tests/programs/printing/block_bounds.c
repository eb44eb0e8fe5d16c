// Output of blocks up to their end, initialised or not.
#include <stdio.h>
#include <unistd.h>

struct record {
  char tag;
  int value;
};

int main(void) {
  struct record records[2];
  records[0].value = 1;
  char text[3] = {'a', 'b', 'c'};
  fwrite(records, sizeof records[0], 2, stdout);
  write(1, text, sizeof text);
  write(1, text + 3, 0);
  return 0;
}

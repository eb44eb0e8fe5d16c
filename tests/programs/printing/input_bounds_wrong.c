// Wrong: read may write one byte more than there is room for.
#include <unistd.h>

int main(void) {
  char text[3];
  read(0, text, 4);
  return 0;
}

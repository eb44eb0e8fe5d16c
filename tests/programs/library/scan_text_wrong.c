// Wrong: the word does not fit into the buffer.
#include <stdio.h>

int main(void) {
  char word[4];
  sscanf("word", "%s", word);
  return 0;
}

// Wrong: a number of one digit is read from a stream, but spaces and zeros may precede it, so the count has no bound.
#include <stdio.h>

int main(void) {
  char text[4] = "abc";
  int number = 0;
  int count = 0;
  if (scanf("%d%n", &number, &count) == 1 && number >= 0 && number < 10)
    text[count] = 0;
  return text[0] == 'z';
}

// sscanf of text that is known.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  int day, month, length;
  long year;
  char name[8];
  assert(sscanf("17-11-2026 abc", "%d-%d-%ld %7s%n", &day, &month, &year, name, &length) == 4);
  assert(day == 17 && month == 11 && year == 2026 && strcmp(name, "abc") == 0 && length == 14);
  unsigned number;
  assert(sscanf("0x1f,", "%x,", &number) == 1 && number == 31);
  assert(sscanf("x", "%d", &day) == 0);
  assert(sscanf("", "%d", &day) == -1);
  assert(sscanf("key=v", "%[a-z]=%*c%n", name, &length) == 1 && strcmp(name, "key") == 0 && length == 5);
  return 0;
}

// strlen runs past the end of an array without terminator.
#include <string.h>
char text[3] = {'a', 'b', 'c'};

int main(void) { return (int)strlen(text) > 5; }

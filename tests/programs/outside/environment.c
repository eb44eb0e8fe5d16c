// What a pointer of another file points to is not known.
extern char **environ;

int main(void) {
  int count = 0;
  if (environ)
    for (char **entry = environ; *entry; entry++)
      count++;
  return count;
}

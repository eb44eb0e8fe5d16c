// An uninitialised local has any value.
extern void reach_error(void);

int main(void) {
  unsigned char buffer[2];
  unsigned char *p = buffer;
  if (p[1] == 7)
    reach_error();
  return 0;
}

// Old C without headers: the functions are implicitly declared.
int x = 1;

int main(void) {
  int *p = (int *)calloc(4, sizeof(int));
  assert(p[3] == 0);
  assert(x);
  free(p);
  if (abs(-3) != 3)
    abort();
  return 0;
}

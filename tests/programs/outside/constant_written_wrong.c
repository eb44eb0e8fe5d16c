// A constant of another file must not be written either.
extern const int limit;

int main(void) {
  *(int *)&limit = 3;
  return limit;
}

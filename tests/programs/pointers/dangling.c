// Wrong: the pointer outlives the variable that it points to.
static int *leak(void) {
  int local = 5;
  int *p = &local;
  return p;
}

int main(void) {
  int *p = leak();
  return *p - 5;
}

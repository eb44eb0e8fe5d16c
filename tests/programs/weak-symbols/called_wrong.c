// A call without a test: the function may be missing.
__attribute__((weak)) void optional(void);

int main(void) {
  optional();
  return 0;
}

# 1 "preprocessed.c"
extern void free (void *__ptr);
extern void *malloc (unsigned long __size) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (free, 1)));
# 3 "preprocessed.c" 2
int main(void) {
  _Float32x *block = malloc(sizeof(_Float64x));
  block[2] = 1;
  free(block);
  return 0;
}

// The byte order of networks.
#include <arpa/inet.h>
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  assert(htonl(0x01020304u) == 0x04030201u && ntohs(0x0102) == 0x0201);
  unsigned number = __VERIFIER_nondet_uint();
  assert(ntohl(htonl(number)) == number);
  assert(ntohs(htons((unsigned short)number)) == (unsigned short)number);
  unsigned wire = htonl(number);
  assert(((unsigned char *)&wire)[0] == number >> 24);
  return 0;
}

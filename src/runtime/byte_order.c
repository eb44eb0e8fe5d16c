// <arpa/inet.h>: the byte order of networks. Targets are little-endian.
typedef unsigned int uint32_t;
typedef unsigned short uint16_t;

uint32_t htonl(uint32_t number) { return __builtin_bswap32(number); }
uint32_t ntohl(uint32_t number) { return __builtin_bswap32(number); }
uint16_t htons(uint16_t number) { return __builtin_bswap16(number); }
uint16_t ntohs(uint16_t number) { return __builtin_bswap16(number); }

#include "process_memory.h"

#ifdef __linux__
#include <malloc.h>
#endif

void process_memory_return_large_blocks(void) {
#ifdef M_MMAP_THRESHOLD
  mallopt(M_MMAP_THRESHOLD, 512 << 10);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}

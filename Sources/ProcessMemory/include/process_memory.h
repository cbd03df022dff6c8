#ifndef PROCESS_MEMORY_H
#define PROCESS_MEMORY_H

// Gives blocks of 512 KB and more back to the system as soon as they are free, and smaller ones from 4 MB on. Left alone glibc raises
// its limits with the first large block that is freed and then keeps what it gets: 1 MB of the 26 that an effect of 600 by 600 pixels
// takes, and half of the memory that compressing an APNG takes. Encoding a GIF is a tenth slower with it, since it uses such blocks again
// and again. Does nothing with another C library.
void process_memory_return_large_blocks(void);

#endif

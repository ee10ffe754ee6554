/* none.h -- the id that stands for none, for ids of all kinds: block, value, slot, entry of a list.  All its bits are
** set, so that memset can fill memory with it. */
#ifndef LR_BASE_NONE_H
#define LR_BASE_NONE_H

#include <stdint.h>

#define NONE UINT32_MAX

#endif

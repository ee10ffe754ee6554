/* none.h -- the id that stands for nothing, whatever it is the id of: block, value, slot, entry of a list.  All its
** bits are set, so memory can be filled with it. */
#ifndef LR_BASE_NONE_H
#define LR_BASE_NONE_H

#include <stdint.h>

#define NONE UINT32_MAX

#endif

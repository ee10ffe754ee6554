/* SPDX-License-Identifier: MIT */
/* profile_read.h -- the text form of ABI profiles (docs/profiles.md). */
#ifndef LR_HOST_PROFILE_READ_H
#define LR_HOST_PROFILE_READ_H

#include <stdio.h>

#include "host/context.h"

/* Fills `*p`, which is all zero; `name` is for messages. */
lr_status profile_read_text(lr_context *, const char *name, const char *text, struct lr_profile *p);
lr_status profile_read_file(lr_context *, const char *path, FILE *, struct lr_profile *p);

/* profile.c: the text of a built-in profile, or NULL. */
const char *profile_text(const char *name);

#endif

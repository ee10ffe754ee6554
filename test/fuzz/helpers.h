/* SPDX-License-Identifier: MIT */
/* helpers.h -- the functions in C that generated programs call by name; whoever runs programs exports them (ENABLE_EXPORTS). */
#ifndef FUZZ_HELPERS_H
#define FUZZ_HELPERS_H

#include <lateroot/runtime.h>

LR_API void fz_collect(void);
LR_API void *fz_pass(void *object);
LR_API void *fz_lend(void *a, void *b, void *other);
struct node;
LR_API int64_t fz_look(const struct node *);
LR_API int64_t fz_optimistic(const struct node *);
LR_API int64_t fz_peek(const int64_t *);
LR_API int64_t fz_leaf(int64_t);
LR_API int64_t fz_safe(const lr_ptls *, int64_t);
LR_API void fz_stir(void **roots, int64_t n);
LR_API void fz_turn(void **pair);
LR_API int64_t fz_hash(const void *object);
LR_API void *fz_unwind(void *object, int64_t n);
LR_API void *fz_run(void *(*f)(void *, void *, int64_t), void *a, void *b);

#endif

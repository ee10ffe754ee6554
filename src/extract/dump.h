/* dump.h -- functions as modules of their own: what the pipeline and the options need of it.  The public part is in
** lateroot.h. */
#ifndef LR_EXTRACT_DUMP_H
#define LR_EXTRACT_DUMP_H

#include "host/context.h"
#include "extract/slice.h"
#include "base/name.h"

/* What lr_dump_functions wants of the pipeline that it runs; the context has a pointer to it while that lasts. */
struct dumper {
	lr_dump_options options;
	size_t emitted;
};

struct pipeline;

/* Are the functions to be dumped before or after passes of this name? */
bool dump_wants(const struct dumper *, const char *name, size_t n, bool after);
/* Do all names in the comma-separated list stand for steps?  If not, an error that says which is meant. */
lr_status dump_check_points(lr_context *, const struct pipeline *, const char *list);
/* Give the matching functions of the module to options->emit.  `pass` NULL: as they are.  *emitted is counted up. */
lr_status dump_functions(lr_context *, LLVMModuleRef, const lr_dump_options *, const char *pass, bool after,
	unsigned step, size_t *emitted);
/* The text that lr_options.function lets through, all as one; not as modules of their own. */
lr_status dump_matching(lr_context *, LLVMModuleRef, const char *glob);
/* Write the dump into a file of `folder`; an lr_emit whose user is a struct dump_folder *. */
struct dump_folder { lr_context *cx; const char *path; };
bool dump_to_folder(void *folder, const lr_function_dump *);

/* -- dump_name.c */

/* The name of a member: the first line of a dump. */
void dump_put_title(struct blob *, const lr_function_dump *);
/* Read it back from d->text into the other fields; strings into `ar`.  False: it is none. */
bool dump_read_title(struct arena *ar, lr_function_dump *d);

/* -- dump_archive.c */

enum {
	MEMBER_HEAD = 12 + 4 + 16,   /* gzip header, subfield LR: hash, bytes of the member */
	MEMBER_TAIL = 8,
	EMPTY_TAIL = 2 + MEMBER_TAIL,
	SLOT_BYTES = 24,             /* hash, offset, bytes; 0 bytes: empty */
	PAGE_SLOTS = 2048,
	PAGE_HEAD = 12 + 4,
	TRAILER_BODY = 40,           /* "LRARCH1", members, offset of the index, slots, CRC of these, 0 */
	TRAILER_BYTES = 12 + 4 + TRAILER_BODY + EMPTY_TAIL
};
#define TRAILER_MAGIC "LRARCH1"

uint64_t archive_hash(const char *name, size_t bytes);
void archive_store(unsigned char *to, uint64_t value, unsigned bytes);
uint64_t archive_load(const unsigned char *from, unsigned bytes);
/* gzip header with one extra subfield of `bytes`, up to its content: PAGE_HEAD bytes. */
void archive_head(unsigned char *to, char second, size_t bytes);
/* Bytes of the page that holds `slots` of them. */
size_t archive_page_bytes(uint64_t slots);

#endif

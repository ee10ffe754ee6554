/* SPDX-License-Identifier: MIT */
/* Ports, between port.c (reading and writing) and port_open.c (opening, closing, the current ones). */
#ifndef SCHEME_PORT_H
#define SCHEME_PORT_H
#include "scheme.h"

enum { PORT_BUFFER = 1024 };
struct port {
	FILE *f;                   /* NULL: closed */
	bool input, output, binary, fold, memory, standard;
	char *text;                /* of a port to memory, and of one from memory */
	size_t bytes, room;        /* of the text */
	size_t at;                 /* how much of it the stream has read */
	size_t counted;            /* bytes outside the heap, of the text too */
	bool failed;               /* output to memory: there was no room for all */
	bool dead;                 /* the collector has found it dead: what it still writes is lost */
	unsigned line;
	FILE *stream;              /* of memory: `f`, also when the port is closed */
	struct port *next;         /* in the pool */
	char buffer[PORT_BUFFER];  /* of the stream, if it is one of memory */
};
struct scm_port { struct port *port; };

struct port *port_of(scm, const char *who);
struct port *port_current(bool input);
void port_wrote(struct port *, const char *who); /* after each output: an error, if there was no room for it */

/* Bytes that are read, as many as come.  When they are many they are in the heap, so that they count, and that an error
** leaves nothing behind; whoever gathers roots `large`. */
struct gathered {
	struct scm_bytes *large;
	char *at, small[512];
	size_t n, room;
};
void gather_start(struct gathered *);
void gather_more(struct gathered *, size_t bytes);
static inline void
gather_room(struct gathered *g, size_t bytes)
{
	if (g->room - g->n < bytes)
		gather_more(g, bytes);
}
extern const struct scm_builtin scm_port_open_builtins[];
#endif

/* SPDX-License-Identifier: MIT */
/* Ports, between port.c (reading and writing) and port_open.c (opening, closing, the current ones). */
#ifndef SCHEME_PORT_H
#define SCHEME_PORT_H
#include "scheme.h"

struct port {
	FILE *f;                   /* NULL: closed */
	bool input, output, binary, fold, memory, standard;
	char *text;                /* of a port to memory, and of one from memory */
	size_t bytes;
	unsigned line;
};
struct scm_port { struct port *port; };

struct port *port_of(scm, const char *who);
struct port *port_current(bool input);
extern const struct scm_builtin scm_port_open_builtins[];
#endif

/* SPDX-License-Identifier: MIT */
/* nbody.c -- five bodies that attract each other: long expressions of numbers between arrays. */
#include "numbers.h"

#define BODIES 5

static double px[BODIES] = {0, 4.84143144246472090, 8.34336671824457987, 12.8943695621391310, 15.3796971148509165};
static double py[BODIES] = {0, -1.16032004402742839, 4.12479856412430479, -15.1111514016986312, -25.9193146099879641};
static double pz[BODIES] = {0, -0.103622044471123109, -0.403523417114321381, -0.223307578892655734,
	0.179258772950371181};
static double vx[BODIES] = {0, 0.606326392995832, -1.01077434617879, 1.08279100644154, 0.979090732243898};
static double vy[BODIES] = {0, 2.81198684491626, 1.82566237123041, 0.868713018169608, 0.594698998647676};
static double vz[BODIES] = {0, -0.0252183616598876, 0.00841576137658415, -0.0108326374013636, -0.0347559555040781};
static const double mass[BODIES] = {39.4784176043574, 0.0376936749096657, 0.0112863261319688, 0.00172372405705971,
	0.00203368686992463};

OP number
square_root(TASK number n)
{
	CHECK(n);
	return NUMBER(__builtin_sqrt(VALUE(n)));
}

#define SQRT(n) square_root(GIVE n)

WORK
simulate(long steps)
{
	ENTER;

	for (long step = 0; step < steps; step++) {
		number dt = NUMBER(0.01);
		for (long i = 0; i < BODIES; i++)
			for (long j = i + 1; j < BODIES; j++) {
				number dx = SUB(NUMBER(px[i]), NUMBER(px[j]));
				number dy = SUB(NUMBER(py[i]), NUMBER(py[j]));
				number dz = SUB(NUMBER(pz[i]), NUMBER(pz[j]));
				number squared = ADD(ADD(MUL(dx, dx), MUL(dy, dy)), MUL(dz, dz));
				number distance = SQRT(squared);
				number magnitude = DIV(dt, MUL(squared, distance));
				number mi = MUL(NUMBER(mass[i]), magnitude), mj = MUL(NUMBER(mass[j]), magnitude);
				vx[i] = VALUE(SUB(NUMBER(vx[i]), MUL(dx, mj)));
				vy[i] = VALUE(SUB(NUMBER(vy[i]), MUL(dy, mj)));
				vz[i] = VALUE(SUB(NUMBER(vz[i]), MUL(dz, mj)));
				vx[j] = VALUE(ADD(NUMBER(vx[j]), MUL(dx, mi)));
				vy[j] = VALUE(ADD(NUMBER(vy[j]), MUL(dy, mi)));
				vz[j] = VALUE(ADD(NUMBER(vz[j]), MUL(dz, mi)));
			}
		for (long i = 0; i < BODIES; i++) {
			px[i] = VALUE(ADD(NUMBER(px[i]), MUL(dt, NUMBER(vx[i]))));
			py[i] = VALUE(ADD(NUMBER(py[i]), MUL(dt, NUMBER(vy[i]))));
			pz[i] = VALUE(ADD(NUMBER(pz[i]), MUL(dt, NUMBER(vz[i]))));
		}
	}
	number energy = NUMBER(0.0);
	for (long i = 0; i < BODIES; i++) {
		number v2 = ADD(ADD(MUL(NUMBER(vx[i]), NUMBER(vx[i])), MUL(NUMBER(vy[i]), NUMBER(vy[i]))),
			MUL(NUMBER(vz[i]), NUMBER(vz[i])));
		energy = ADD(energy, MUL(MUL(NUMBER(0.5), NUMBER(mass[i])), v2));
	}
	return VALUE(energy);
}

PROGRAM(simulate, 1000000)

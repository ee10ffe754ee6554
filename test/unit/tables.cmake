# Stack maps, and the tables made of them.
lateroot_unit(tables tables.c LIBS lateroot_objects)

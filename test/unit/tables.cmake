# Stack maps, and the tables made of them.
lateroot_unit(tables tables.c tables_join.c LIBS lateroot_objects)

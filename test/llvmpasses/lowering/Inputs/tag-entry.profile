base = lateroot
name = tag-entry
alloc_stores_tag = yes

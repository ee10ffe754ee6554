; RUN: split-file %s %t
; RUN: not %lateroot opt --profile=%S/Inputs/tag-inside.profile -S %t/zeroed.ll 2>&1 | FileCheck --check-prefix=ZEROED %s
; RUN: not %lateroot opt --profile=%S/Inputs/tag-inside.profile -S %t/unknown.ll 2>&1 | FileCheck --check-prefix=ZEROED %s
; RUN: not %lateroot opt --profile=%S/Inputs/tag-inside.profile -S %t/pointer.ll 2>&1 | FileCheck --check-prefix=ZEROED %s
; RUN: %lateroot opt --profile=%S/Inputs/tag-inside.profile -S %t/apart.ll -o /dev/null
; RUN: not %lateroot opt --profile=%S/Inputs/tag-inside.profile -S %t/memory.ll 2>&1 | FileCheck --check-prefix=MEMORY %s
; RUN: not %lateroot opt --profile=%S/Inputs/tag-inside.profile -S %t/room.ll 2>&1 | FileCheck --check-prefix=ROOM %s
; RUN: sed '/^type_of/d' %S/Inputs/tag-none.profile > %t/untold.profile
; RUN: not %lateroot opt --profile=%t/untold.profile -S %t/typeof.ll 2>&1 | FileCheck --check-prefix=UNTOLD %s
; RUN: %lateroot opt --profile=%t/untold.profile -S %t/apart.ll -o /dev/null
; RUN: not %lateroot opt --profile=%S/Inputs/tag-none.profile -S %t/taken.ll 2>&1 | FileCheck --check-prefix=TAKEN %s
; RUN: not %lateroot opt --profile=%S/Inputs/cards.profile -S %t/cards.ll 2>&1 | FileCheck --check-prefix=CARDS %s
; RUN: sed 's/^tag_offset.*/tag_offset = -12/; s/^name.*/name = narrow\narchitecture = i686/' %S/Inputs/tag-at.profile > %t/narrow.profile
; RUN: not %lateroot opt --profile=%t/narrow.profile -S %t/apart.ll 2>&1 | FileCheck --check-prefix=NARROW %s
; What tags in other places do not go with.

; ZEROED: a zeroing bundle of julia.gc_alloc_obj may reach the tag, which profile 'tag-inside' has 8 bytes into the object
; MEMORY: julia.gc_alloc_memory makes an object whose first words are its length and the address of its data, and by profile 'tag-inside' tags lie inside of objects
; ROOM: an object of 8 bytes has no room for the tag, which profile 'tag-inside' has 8 bytes into the object
; UNTOLD: profile 'tag-none' has no tags, and no type_of that could tell the type
; TAKEN: 'my_type_of' is a function of the runtime, but the module has a variable of this name
; CARDS: 'my_cards' is a variable of the runtime, but the module has a function or alias of this name
; NARROW: tag_offset = -12 of profile 'narrow' is no multiple of the word size of the target 'x86_64

;--- zeroed.ll
target triple = "x86_64-pc-linux-gnu"
@type = external global i8, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define ptr addrspace(10) @f() {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 32, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 0, i64 9) ]
  ret ptr addrspace(10) %o
}
;--- unknown.ll
@type = external global i8, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define ptr addrspace(10) @f(i64 %n) {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 32, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 0, i64 %n) ]
  ret ptr addrspace(10) %o
}
;--- pointer.ll
@type = external global i8, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define ptr addrspace(10) @f() {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 32, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))) [ "julia.gc_alloc_ptr_offsets"(i64 0, i64 8) ]
  ret ptr addrspace(10) %o
}
;--- apart.ll
target triple = "x86_64-pc-linux-gnu"
@type = external global i8, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define ptr addrspace(10) @f(i64 %n) {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 32, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10))) [ "julia.gc_alloc_zeroinit"(i64 16, i64 %n) ]
  ret ptr addrspace(10) %o
}
;--- memory.ll
@type = external global i8, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_memory(ptr, i64, ptr addrspace(10), i64, i1)
define ptr addrspace(10) @f() {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_memory(ptr %g, i64 32, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)), i64 4, i1 true)
  ret ptr addrspace(10) %o
}
;--- room.ll
@type = external global i8, align 16
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @julia.gc_alloc_obj(ptr, i64, ptr addrspace(10))
define ptr addrspace(10) @f() {
  %g = call ptr @julia.get_pgcstack()
  %o = call ptr addrspace(10) @julia.gc_alloc_obj(ptr %g, i64 8, ptr addrspace(10) addrspacecast (ptr @type to ptr addrspace(10)))
  ret ptr addrspace(10) %o
}
;--- typeof.ll
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
define ptr addrspace(10) @f(ptr addrspace(10) %a) {
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  ret ptr addrspace(10) %t
}
;--- taken.ll
@my_type_of = global i64 0
declare ptr addrspace(10) @julia.typeof(ptr addrspace(10))
define ptr addrspace(10) @f(ptr addrspace(10) %a) {
  %t = call ptr addrspace(10) @julia.typeof(ptr addrspace(10) %a)
  ret ptr addrspace(10) %t
}
;--- cards.ll
declare void @my_cards()
declare void @julia.object_write_barrier(ptr addrspace(10), ...)
define void @f(ptr addrspace(10) %p, ptr addrspace(10) %c) {
  call void (ptr addrspace(10), ...) @julia.object_write_barrier(ptr addrspace(10) %p, ptr addrspace(10) %c)
  ret void
}

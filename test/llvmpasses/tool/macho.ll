; Mach-O objects with each ABI that it has.  The table of framemap refers to each function by its symbol, because the
; linker takes sections apart there; the stack maps become debug information, which linkers drop.
; RUN: sh %S/../plugin/Inputs/for 'x86_64 arm64' '%lateroot compile --check --abi=gcframe --mtriple=$o-apple-macosx11 %s -o %t.$o.o && %llvm_bin/llvm-readobj --sections --relocations --symbols %t.$o.o | FileCheck --check-prefix=CHAIN %s'
; RUN: sh %S/../plugin/Inputs/for 'x86_64 arm64' '%lateroot compile --check --abi=shadow-stack --mtriple=$o-apple-macosx11 %s -o %t.$o.s && %llvm_bin/llvm-readobj --relocations --symbols %t.$o.s | FileCheck --check-prefix=SHADOW %s'
; CHAIN-NOT: lr_framemap
; CHAIN: Name: _f
; SHADOW: _llvm_gc_root_chain
; RUN: sh %S/../plugin/Inputs/for 'x86_64 arm64' '%lateroot compile --check --abi=framemap --mtriple=$o-apple-macosx11 %s -o %t.$o.m && %llvm_bin/llvm-readobj --sections --section-relocations --symbols %t.$o.m | FileCheck %s && %lateroot tables %t.$o.m | FileCheck --check-prefix=TABLE %s && %lateroot tables --stackmap %t.$o.m | FileCheck --check-prefix=MAP %s'
; CHECK: Name: __lr_text
; CHECK: Segment: __TEXT
; CHECK: PureInstructions
; CHECK: Name: __lr_framemap
; CHECK: Segment: __DATA
; CHECK: Size: 0x20
; CHECK: NoDeadStrip
; CHECK: Relocations [
; CHECK-NEXT: 0x0 0 2 1 {{.*}}_RELOC_SUBTRACTOR 0 _lr.framemap
; CHECK-NEXT: 0x0 0 2 1 {{.*}}_RELOC_UNSIGNED 0 _{{f|lr.framemap.code}}
; CHECK-NEXT: 0x8 0 2 1 {{.*}}_RELOC_SUBTRACTOR 0 _lr.framemap
; CHECK-NEXT: 0x8 0 2 1 {{.*}}_RELOC_UNSIGNED 0 _local
; CHECK-NEXT: 0x10 0 2 1 {{.*}}_RELOC_SUBTRACTOR 0 _lr.framemap
; CHECK-NEXT: 0x10 0 2 1 {{.*}}_RELOC_UNSIGNED 0 _g
; CHECK-NEXT: 0x18 0 2 1 {{.*}}_RELOC_SUBTRACTOR 0 _lr.framemap
; CHECK-NEXT: 0x18 0 2 1 {{.*}}_RELOC_UNSIGNED 0 _g
; CHECK-NEXT: ]
; CHECK: Type: ModInitFuncPointers
; CHECK: Type: ModTermFuncPointers
; CHECK: Name: __llvm_stackmaps
; CHECK-NEXT: Segment: __DWARF
; CHECK: Name: section$start$__DATA$__lr_framemap
; TABLE: f: 2 slots at fp-
; TABLE: local: 1 slot at fp-
; TABLE: g: no slots
; TABLE: end
; TABLE: 3 functions, 3 slots, 32 bytes
; MAP: Num Functions: 3

; Two objects make one table, with the parts in the order of the functions, dead code stripped or not.
; RUN: sed 's/@f(/@f2(/; s/@g(/@g2(/; s/@plain(/@plain2(/' %s > %t.2.ll
; RUN: %if ld64 %{ sh %S/../plugin/Inputs/for 'x86_64 arm64' '%lateroot compile --abi=framemap --mtriple=$o-apple-macosx11 %t.2.ll -o %t.$o.2 && %ld64 -arch $o -platform_version macos 11.0 11.0 -dead_strip -dylib -o %t.$o.dylib %t.$o.m %t.$o.2 %S/Inputs/stubs.tbd && %lateroot tables %t.$o.dylib | FileCheck --check-prefix=LINKED %s && %llvm_bin/llvm-readobj --sections %t.$o.dylib | FileCheck --check-prefix=DROPPED %s' %}
; LINKED: f: 2 slots
; LINKED: local: 1 slot
; LINKED: g: no slots
; LINKED: end
; LINKED: f2: 2 slots
; LINKED: g2: no slots
; LINKED: end
; LINKED-NEXT: 6 functions, 6 slots, 64 bytes
; DROPPED-NOT: stackmaps
; RUN: %if ld64 %{ sh %S/../plugin/Inputs/for 'x86_64 arm64' '%ld64 -arch $o -platform_version macos 11.0 11.0 -dylib -o %t.$o.dylib %t.$o.o %S/Inputs/stubs.tbd && %ld64 -arch $o -platform_version macos 11.0 11.0 -dylib -o %t.$o.dylib %t.$o.s %S/Inputs/stubs.tbd' %}

; A damaged object is refused, or read; nothing is read out of its bounds.
; RUN: %python %S/Inputs/damage-object.py %lateroot %t.arm64.m %t.damaged
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))

define void @f() {
  %s = call ptr @julia.get_pgcstack()
  %a = call ptr addrspace(10) @make()
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %a)
  call void @use(ptr addrspace(10) %b)
  ret void
}

define i64 @plain(i64 %x) {
  %y = add i64 %x, 1
  ret i64 %y
}

define internal void @local(ptr addrspace(10) %p) noinline {
  %s = call ptr @julia.get_pgcstack()
  %b = call ptr addrspace(10) @make()
  call void @use(ptr addrspace(10) %p)
  call void @use(ptr addrspace(10) %b)
  ret void
}

define void @g(ptr addrspace(10) %p) {
  %s = call ptr @julia.get_pgcstack()
  call void @local(ptr addrspace(10) %p)
  call void @local(ptr addrspace(10) %p)
  ret void
}

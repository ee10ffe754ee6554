; Linked frames that say which roots let their objects move: the header, or the record of the ABI framemap, is read.
; RUN: %lateroot opt --reload --passes=LateLowerGCFrame,FinalLowerGC -S %s | %lateroot check --all - | FileCheck %s
; RUN: %lateroot opt --reload --abi=framemap --passes=LateLowerGCFrame,FinalLowerGC -S %s | %lateroot check --abi=framemap --all - | FileCheck %s
; CHECK: proven linked moves
; CHECK: proven linked stays

; A value is used that was not read again; with the ABI framemap, too.
; RUN: %lateroot opt --reload --passes=LateLowerGCFrame,FinalLowerGC -S %s >%t.ll
; RUN: sed '/define void @moves/,/^}/ s/call void @use(ptr addrspace(10) %%[0-9]*)/call void @use(ptr addrspace(10) %%x)/' %t.ll >%t.stale.ll
; RUN: %exits 1 %lateroot check --func=moves %t.stale.ll | FileCheck %s --check-prefix=STALE
; RUN: %lateroot opt --reload --abi=framemap --passes=LateLowerGCFrame,FinalLowerGC -S %s >%t.map.ll
; RUN: sed '/define void @moves/,/^}/ s/call void @use(ptr addrspace(10) %%[0-9]*)/call void @use(ptr addrspace(10) %%x)/' %t.map.ll >%t.stale.ll
; RUN: %exits 1 %lateroot check --abi=framemap --func=moves %t.stale.ll | FileCheck %s --check-prefix=STALE
; STALE: hole: uses %x, which may have moved: it was not read again behind a safepoint [moved/1]

; Pinned roots that are no longer said to be pinned: bit 29 of the header, operand 4 of the record.
; RUN: sed 's/store i64 805306376,/store i64 268435464,/' %t.ll >%t.loose.ll
; RUN: %exits 1 %lateroot check --func=stays %t.loose.ll | FileCheck %s --check-prefix=LOOSE
; RUN: sed 's/, i64 1, i64 0)/, i64 0, i64 0)/' %t.map.ll >%t.loose.ll
; RUN: %exits 1 %lateroot check --abi=framemap --func=stays %t.loose.ll | FileCheck %s --check-prefix=LOOSE
; LOOSE: hole: {{.*}} [moved/1]

; What is refused: a function that does not say so of itself, numbers that do not fit; fewer roots than there are is a hole.
; RUN: sed 's/"lateroot-reload"="true"/"lateroot-reload"="false"/' %t.ll >%t.unsaid.ll
; RUN: %exits 3 %lateroot check --func=moves %t.unsaid.ll | FileCheck %s --check-prefix=UNSAID
; UNSAID: unknown: the frame lets objects move, but the function does not say that it reads its roots again [linked-frame/1]
; RUN: sed 's/store i64 70369012613128,/store i64 70369012613124,/' %t.ll >%t.fewer.ll
; RUN: %exits 1 %lateroot check --func=moves %t.fewer.ll | FileCheck %s --check-prefix=FEWER
; FEWER: hole: push does not say how many slots the frame has (2) [frame/1]
; RUN: sed 's/store i64 70369012613128,/store i64 211106500968456,/' %t.ll >%t.more.ll
; RUN: %exits 3 %lateroot check --func=moves %t.more.ll | FileCheck %s --check-prefix=MORE
; MORE: unknown: the frame has fewer roots than it says that stay in place [linked-frame/1]
; RUN: sed 's/, i64 0, i64 1)/, i64 0)/' %t.map.ll >%t.short.ll
; RUN: %exits 3 %lateroot check --abi=framemap --func=moves %t.short.ll | FileCheck %s --check-prefix=SHORT
; SHORT: unknown: the record of the frame cannot be read [linked-frame/1]
; RUN: sed 's/i64 5499535391499223042,/i64 5499535391499223043,/' %t.map.ll >%t.small.ll
; RUN: %exits 1 %lateroot check --abi=framemap --func=moves %t.small.ll | FileCheck %s --check-prefix=SMALL
; SMALL: hole: the frame is smaller than its record says [frame/1]
; RUN: sed 's/i64 5499535391499223042, i32 0, ptr %%gcframe, i64 0, i64 1)/i64 5499535391499223041, i32 0, ptr %%gcframe, i64 0, i64 1)/' %t.map.ll >%t.names.ll
; RUN: %exits 3 %lateroot check --abi=framemap --func=moves %t.names.ll | FileCheck %s --check-prefix=NAMES
; NAMES: unknown: the record of the frame names fewer roots than are used [linked-frame/1]
; RUN: sed 's/store i64 70369012613128,/store i64 67108864,/' %t.ll >%t.flags.ll
; RUN: %exits 3 %lateroot check --func=moves %t.flags.ll | FileCheck %s --check-prefix=FLAGS
; FLAGS: unknown: the header of the frame has flags that are not read [linked-frame/1]
; RUN: sed '/define void @moves/,/^}/ { /store i64 70369012613128,/ { p; s/70369012613128/268435464/ } }' %t.ll >%t.two.ll
; RUN: %exits 3 %lateroot check --func=moves %t.two.ll | FileCheck %s --check-prefix=TWO
; TWO: unknown: the frame says in several ways which objects may move [linked-frame/1]
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"
declare ptr @julia.get_pgcstack()
declare ptr addrspace(10) @make()
declare void @use(ptr addrspace(10))
declare void @gc()

define void @moves() {
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  call void @gc()
  call void @use(ptr addrspace(10) %x)
  ret void
}

; Memory of an object, which lasts as long as the object does.
define i8 @stays() {
  %s = call ptr @julia.get_pgcstack()
  %x = call ptr addrspace(10) @make()
  %d = addrspacecast ptr addrspace(10) %x to ptr addrspace(11)
  %p = load ptr addrspace(13), ptr addrspace(11) %d
  call void @gc()
  %n = load i8, ptr addrspace(13) %p
  ret i8 %n
}

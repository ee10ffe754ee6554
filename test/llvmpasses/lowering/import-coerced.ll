; AdoptDialect: a struct of one reference that clang passes as an integer is a reference again, in functions and in calls.
; RUN: split-file %s %t
; RUN: %lateroot opt --passes=AdoptDialect -S %t/good.ll -o %t/out.ll
; RUN: FileCheck %s --input-file=%t/out.ll
; RUN: %lateroot opt --passes=AdoptDialect -S %t/out.ll -o %t/twice.ll
; RUN: FileCheck %s --input-file=%t/twice.ll
; RUN: %lateroot opt --passes=AdoptDialect,GCInvariantVerifier,SettleGCStack,lateroot,TidyLowered --check --disable-output %t/good.ll
; RUN: %lateroot opt --passes=AdoptDialect,GCInvariantVerifier,SettleGCStack,lateroot,TidyLowered --check --abi=shadow-stack --disable-output %t/good.ll
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/differ.ll 2>&1 | FileCheck %s --check-prefix=DIFFER
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/number.ll 2>&1 | FileCheck %s --check-prefix=NUMBER
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect -S %t/tail.ll 2>&1 | FileCheck %s --check-prefix=TAIL
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect,GCInvariantVerifier -S %t/cast.ll 2>&1 | FileCheck %s --check-prefix=CAST
; RUN: sed 's/noundef//g' %t/good.ll > %t/unmarked.ll
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect,GCInvariantVerifier -S %t/unmarked.ll 2>&1 | FileCheck %s --check-prefix=UNMARKED
; DIFFER: a struct of one reference is passed to 'callee' as an integer, which no collector sees, and the calls and the body of that function do not agree that it is a reference: use one prototype for all, or pass the reference itself
; DIFFER-NEXT: in function 'caller'
; NUMBER: a struct of one reference is passed to 'callee' as an integer
; TAIL: a struct with a reference is passed as an integer by a musttail call, at another place than in the caller's own parameters: pass the reference itself
; UNMARKED: a reference of the variable 'a' is loaded as something else
; CAST: ptrtoint of a Tracked (10) pointer

;--- good.ll
target datalayout = "e-p:64:64"
module asm ".ident \22lateroot dialect\22"
%struct.one = type { ptr addrspace(10) }
%struct.array = type { [1 x ptr addrspace(10)] }
@table = global [2 x ptr] [ptr @param, ptr @labels]
@place = global ptr blockaddress(@labels, %again)
; CHECK: @table = global [2 x ptr] [ptr @param, ptr @labels]
; CHECK: @place = global ptr blockaddress(@labels, %again)
declare void @gc(i64 noundef)
declare i32 @personality(...)
$kept = comdat any

; What is made anew stands at the end.
; CHECK-LABEL: define void @calls(
; CHECK: %pi = load ptr addrspace(10), ptr %o, align 8
; CHECK-NEXT: %called = call fastcc ptr addrspace(10) @param(i64 noundef 1, ptr addrspace(10) %pi, i64 3) #{{[0-9]+}}, !md
; CHECK: [[W:%.*]] = load ptr addrspace(10), ptr %a, align 8
; CHECK-NEXT: invoke void %f(ptr addrspace(10) [[W]], i64 noundef 2)
; CHECK: %w = load ptr addrspace(10), ptr %a, align 8
; CHECK-NEXT: call void (i64, ...) @more(i64 noundef 1, ptr addrspace(10) %w)
; CHECK: call ptr addrspace(10) @labels(ptr addrspace(10) {{undef|poison}})
define void @calls(ptr addrspace(10) %x, ptr %f) personality ptr @personality {
  %o = alloca %struct.one, align 8
  %a = alloca %struct.array, align 8
  store ptr addrspace(10) %x, ptr %o, align 8
  %pi = load ptr addrspace(10), ptr %o, align 8
  %i = ptrtoint ptr addrspace(10) %pi to i64
  %called = call fastcc ptr addrspace(10) @param(i64 noundef 1, i64 %i, i64 3) "site", !md !0
  store ptr addrspace(10) %called, ptr %o, align 8
  %word = load i64, ptr %a, align 8
  invoke void %f(i64 %word, i64 noundef 2) to label %next unwind label %pad
next:
  %w = load ptr addrspace(10), ptr %a, align 8
  %wi = ptrtoint ptr addrspace(10) %w to i64
  call void (i64, ...) @more(i64 noundef 1, i64 %wi)
  call ptr addrspace(10) @labels(i64 undef)
  ret void
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
declare void @more(i64 noundef, ...)
; CHECK: declare i64 @address(i64)

; Everything that a function carries comes along.
; CHECK-LABEL: define linkonce_odr hidden fastcc ptr addrspace(10) @param(i64 noundef %n, ptr addrspace(10) %x.coerce, i64 %y) unnamed_addr #{{[0-9]+}} section "s" comdat($kept) align 32 gc "g" personality ptr @personality !md
; CHECK: %dive = getelementptr
; CHECK-NEXT: store ptr addrspace(10) %x.coerce, ptr %dive, align 8
; CHECK-NOT: inttoptr
define linkonce_odr hidden fastcc ptr addrspace(10) @param(i64 noundef %n, i64 %x.coerce, i64 %y) unnamed_addr "kept" section "s" comdat($kept) align 32 gc "g" personality ptr @personality !md !0 {
  %x = alloca %struct.one, align 8
  %dive = getelementptr inbounds %struct.one, ptr %x, i32 0, i32 0
  %ip = inttoptr i64 %x.coerce to ptr addrspace(10)
  store ptr addrspace(10) %ip, ptr %dive, align 8
  call void @gc(i64 noundef %n)
  %r = load ptr addrspace(10), ptr %dive, align 8
  ret ptr addrspace(10) %r
}
!0 = !{}

; CHECK-LABEL: define ptr addrspace(10) @labels(ptr addrspace(10) %x)
; CHECK: store ptr addrspace(10) %x, ptr %o, align 8
define ptr addrspace(10) @labels(i64 %x) {
  %o = alloca %struct.array, align 8
  store i64 %x, ptr %o, align 8
  br label %again
again:
  %r = load ptr addrspace(10), ptr %o, align 8
  ret ptr addrspace(10) %r
}

; A function that is only declared goes by its calls, and one whose address alone is there stays.
; CHECK: declare i64 @declared(ptr addrspace(10), i64)
declare i64 @declared(i64, i64)
declare i64 @address(i64)
@taken = global ptr @address
define void @calls_declared(ptr addrspace(10) %x) {
  %o = alloca %struct.one, align 8
  store ptr addrspace(10) %x, ptr %o, align 8
  %pi = load ptr addrspace(10), ptr %o, align 8
  %i = ptrtoint ptr addrspace(10) %pi to i64
  %c = call i64 @declared(i64 %i, i64 1)
  ret void
}

;--- differ.ll
target datalayout = "e-p:64:64"
module asm ".ident \22lateroot dialect\22"
%struct.one = type { ptr addrspace(10) }
declare void @callee(i64)
define void @caller(ptr addrspace(10) %x, i64 noundef %n) {
  %o = alloca %struct.one, align 8
  store ptr addrspace(10) %x, ptr %o, align 8
  %pi = load ptr addrspace(10), ptr %o, align 8
  %i = ptrtoint ptr addrspace(10) %pi to i64
  call void @callee(i64 %i)
  call void @callee(i64 %n)
  ret void
}

;--- number.ll
target datalayout = "e-p:64:64"
module asm ".ident \22lateroot dialect\22"
%struct.one = type { ptr addrspace(10) }
declare void @callee(i64 noundef)
define void @caller(ptr addrspace(10) %x) {
  %o = alloca %struct.one, align 8
  store ptr addrspace(10) %x, ptr %o, align 8
  %pi = load ptr addrspace(10), ptr %o, align 8
  %i = ptrtoint ptr addrspace(10) %pi to i64
  call void @callee(i64 %i)
  ret void
}

;--- tail.ll
target datalayout = "e-p:64:64"
module asm ".ident \22lateroot dialect\22"
%struct.one = type { ptr addrspace(10) }
declare void @callee(i64)
define void @caller(i64 noundef %n) {
  %o = alloca %struct.one, align 8
  %pi = load ptr addrspace(10), ptr %o, align 8
  %i = ptrtoint ptr addrspace(10) %pi to i64
  musttail call void @callee(i64 %i)
  ret void
}

; Results are not marked in C.
; RUN: %exits 1 %lateroot opt --passes=AdoptDialect,GCInvariantVerifier -S %t/result.ll 2>&1 | FileCheck %s --check-prefix=CAST
;--- result.ll
target datalayout = "e-p:64:64"
module asm ".ident \22lateroot dialect\22"
declare void @callee(i64 noundef)
define i64 @caller(ptr addrspace(10) %x) {
  %o = alloca ptr addrspace(10), align 8
  store ptr addrspace(10) %x, ptr %o, align 8
  %pi = load ptr addrspace(10), ptr %o, align 8
  %i = ptrtoint ptr addrspace(10) %pi to i64
  ret i64 %i
}

;--- cast.ll
target datalayout = "e-p:64:64"
module asm ".ident \22lateroot dialect\22"
declare void @callee(i64 noundef)
define void @caller(ptr addrspace(10) %x) {
  %o = alloca ptr addrspace(10), align 8
  store ptr addrspace(10) %x, ptr %o, align 8
  %pi = load ptr addrspace(10), ptr %o, align 8
  %i = ptrtoint ptr addrspace(10) %pi to i64
  call void @callee(i64 noundef %i)
  ret void
}

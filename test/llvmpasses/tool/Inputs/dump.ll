; Something of everything that a function can refer to.  LONG stands for 17000 zeros.
source_filename = "pieces"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128-ni:10:11:12:13"
target triple = "x86_64-unknown-linux-gnu"

module asm ".globl nobody"

%pair = type { i32, %inner }
%inner = type { ptr }
%unused = type { i8 }
%"odd type" = type { i64 }

$shared = comdat any

@text = private unnamed_addr constant [6 x i8] c"a\22;@b\00", align 1
@table = internal constant [2 x ptr] [ptr @user, ptr @"odd name/x"], section ".s", align 16
@outside = external thread_local(initialexec) global %pair
@0 = internal global i32 5
@indirect = weak hidden global ptr @text, align 8
@large = internal constant [20000 x i8] zeroinitializer, align 4
@many = internal addrspace(1) constant { [17000 x i8], ptr addrspace(1) } { [17000 x i8] c"LONG", ptr addrspace(1) @many }, section "s,x", comdat($shared), align 32
@target = internal constant ptr blockaddress(@jumps, %b)
@unused_variable = global i32 1

@variable_alias = hidden alias i32, ptr @0
@function_alias = unnamed_addr alias void (i32), ptr @shared
@resolved = ifunc void (), ptr @resolver

define internal ptr @resolver() {
  ret ptr null
}

declare void @outer(ptr) #0
declare i32 @personality(...)
declare void @unused_function()

define void @user(i32 %x) personality ptr @personality {
  call void @outer(ptr @text)
  call void @"odd name/x"(ptr @table)
  call void @function_alias(i32 1)
  call void @resolved()
  call fastcc void @shared(i32 1)
  ret void
}

define internal void @"odd name/x"(ptr %p) unnamed_addr #1 {
  %v = load i32, ptr @variable_alias
  %w = load ptr, ptr @indirect
  %z = load i8, ptr @large
  %m = load i8, ptr addrspace(1) @many
  %y = load %"odd type", ptr @outside
  ret void
}

define weak_odr fastcc noundef align 8 dereferenceable(8) ptr @inner(ptr byval(%pair) %0, i32) section ".text.x" prefix i32 4 personality ptr @personality {
  ret ptr null
}

define linkonce_odr fastcc void @shared(i32 %x) comdat align 32 {
  %q = call fastcc ptr @inner(ptr byval(%pair) null, i32 5)
  %k = load ptr, ptr @target
  ret void
}

define void @jumps(i1 %c) {
  br i1 %c, label %a, label %b
a:
  %k = load ptr, ptr @target
  indirectbr ptr %k, [label %a, label %b]
b:
  ret void
}

define void @1() {
  store ptr blockaddress(@jumps, %b), ptr @0
  ret void
}

define i32 @debug(i32 %x) !dbg !10 {
  %y = add i32 %x, 1, !dbg !12
  ret i32 %y, !dbg !12
}

define i32 @other_debug(i32 %x) !dbg !13 {
  ret i32 %x, !dbg !15
}

attributes #0 = { nounwind }
attributes #1 = { noinline "odd"="#2 @user !10" }

!llvm.dbg.cu = !{!0, !20}
!llvm.module.flags = !{!1, !2}
!llvm.ident = !{!3}
!unused = !{!4}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !5, producer: "p, globals: !99", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug, retainedTypes: !6)
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{i32 5, !"CG Profile", !7}
!3 = !{!"a compiler"}
!4 = !{!"nobody asks"}
!5 = !DIFile(filename: "a.c", directory: "/")
!6 = !{!8}
!7 = !{!9}
!8 = !DIBasicType(name: "elsewhere", size: 8, encoding: DW_ATE_signed)
!9 = !{ptr @user, ptr @shared, i64 1}
!10 = distinct !DISubprogram(name: "debug", scope: !5, file: !5, line: 1, type: !11, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DISubroutineType(types: !16)
!12 = !DILocation(line: 2, scope: !10)
!13 = distinct !DISubprogram(name: "other", scope: !5, file: !5, line: 5, type: !11, unit: !20, spFlags: DISPFlagDefinition)
!15 = !DILocation(line: 6, scope: !13)
!16 = !{null}
!20 = distinct !DICompileUnit(language: DW_LANG_C11, file: !5, producer: "q", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)

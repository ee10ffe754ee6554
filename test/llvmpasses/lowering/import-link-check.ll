; AdoptDialect deletes what keeps files from being linked that were compiled without the plug-in (dialect.h).  Modules
; that were linked have several variables with the address.  Other entries of the lists stay, and so does the symbol where
; something else uses it.
; RUN: split-file %s %t
; RUN: %lateroot opt --passes=AdoptDialect -S %t/linked.ll | FileCheck %s --check-prefix=LINKED --implicit-check-not=dialect_
; RUN: %lateroot opt --passes=AdoptDialect -S %t/used.ll | FileCheck %s --check-prefix=USED
; LINKED-DAG: @kept = internal constant i32 1
; LINKED-DAG: @llvm.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
; LINKED-DAG: @llvm.compiler.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
; USED: @mine = global ptr getelementptr {{.*}}@dialect_file_was_compiled_without_the_plug_in
; USED-NOT: @llvm.used

;--- linked.ll
module asm ".ident \22lateroot dialect\22"
@dialect_file_was_compiled_without_the_plug_in = external constant i8
@dialect_link_check = internal constant ptr @dialect_file_was_compiled_without_the_plug_in
@dialect_link_check.1 = internal constant ptr @dialect_file_was_compiled_without_the_plug_in
@kept = internal constant i32 1
@llvm.used = appending global [3 x ptr] [ptr @dialect_link_check, ptr @kept, ptr @dialect_link_check.1], section "llvm.metadata"
@llvm.compiler.used = appending global [2 x ptr] [ptr @kept, ptr @dialect_link_check.1], section "llvm.metadata"

;--- used.ll
module asm ".ident \22lateroot dialect\22"
@dialect_file_was_compiled_without_the_plug_in = external constant i8
@dialect_link_check = internal constant ptr @dialect_file_was_compiled_without_the_plug_in
@mine = global ptr getelementptr (i8, ptr @dialect_file_was_compiled_without_the_plug_in, i64 1)
@llvm.used = appending global [1 x ptr] [ptr @dialect_link_check], section "llvm.metadata"

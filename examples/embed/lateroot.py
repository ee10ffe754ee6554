#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""lateroot.py -- the library from Python, with nothing but ctypes: a module as text or bitcode becomes an object.

   lateroot.py MODULE OBJECT [--profile=NAME]

It shows what a binding for any language needs: one LLVM in the process, the same that lateroot was made for; structs of
options that begin with their size, so that a binding declares the fields it knows and no more; callbacks for
diagnostics; memory that goes back to whoever made it.  LIBLATEROOT and LLVM_LIBRARY say where the libraries are."""
import ctypes as c
import os
import sys

llvm = c.CDLL(os.environ.get("LLVM_LIBRARY", "libLLVM-22.so"), mode=c.RTLD_GLOBAL)
lib = c.CDLL(os.environ.get("LIBLATEROOT", "liblateroot-22.so"))


class Diagnostic(c.Structure):
    _fields_ = [("severity", c.c_int), ("code", c.c_int), ("function", c.c_char_p), ("instruction", c.c_char_p),
                ("file", c.c_char_p), ("line", c.c_uint), ("column", c.c_uint), ("message", c.c_char_p)]


DIAGNOSE = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(Diagnostic))


class Options(c.Structure):  # lr_options up to the last field that is used here
    _fields_ = [("struct_size", c.c_size_t), ("alloc", c.c_void_p), ("diagnose", DIAGNOSE), ("dump", c.c_void_p),
                ("user", c.c_void_p), ("profile", c.c_char_p), ("check", c.c_bool)]


class CompileOptions(c.Structure):  # lr_compile_options
    _fields_ = [("struct_size", c.c_size_t), ("opt_level", c.c_uint), ("filetype", c.c_int), ("triple", c.c_char_p),
                ("cpu", c.c_char_p), ("features", c.c_char_p), ("no_pic", c.c_bool)]


def function(library, name, result, *arguments):
    f = getattr(library, name)
    f.restype, f.argtypes = result, arguments
    return f


P, PP = c.c_void_p, c.POINTER(c.c_void_p)
llvm_context_new = function(llvm, "LLVMContextCreate", P)
llvm_context_free = function(llvm, "LLVMContextDispose", None, P)
llvm_buffer = function(llvm, "LLVMCreateMemoryBufferWithMemoryRangeCopy", P, c.c_char_p, c.c_size_t, c.c_char_p)
llvm_parse = function(llvm, "LLVMParseIRInContext", c.c_int, P, P, PP, c.POINTER(c.c_char_p))
llvm_module_free = function(llvm, "LLVMDisposeModule", None, P)
context_new = function(lib, "lr_context_new", P, c.POINTER(Options))
context_free = function(lib, "lr_context_free", None, P)
compile_module = function(lib, "lr_compile", c.c_int, P, P, c.POINTER(CompileOptions), PP, c.POINTER(c.c_size_t))
free_bytes = function(lib, "lr_free_bytes", None, P, P, c.c_size_t)


class Error(Exception):
    pass


def compile_ir(ir, name="module", profile=None, opt_level=2):
    """Lowers and compiles a module (bytes: text or bitcode) and returns the object; Error has the diagnostics."""
    said = []

    @DIAGNOSE
    def diagnose(_, d):
        d = d.contents
        place = f"{d.file.decode()}:{d.line}: " if d.file else ""
        where = f" (in {d.function.decode()})" if d.function else ""
        said.append(place + d.message.decode(errors="replace") + where)

    options = Options(c.sizeof(Options), diagnose=diagnose, profile=profile and profile.encode(), check=True)
    how = CompileOptions(c.sizeof(CompileOptions), opt_level)
    context, module, message, data, size = llvm_context_new(), P(), c.c_char_p(), P(), c.c_size_t()
    lateroot = context_new(c.byref(options))
    try:
        buffer = llvm_buffer(ir, len(ir), name.encode())
        if llvm_parse(context, buffer, c.byref(module), c.byref(message)):  # takes the buffer
            raise Error(message.value.decode(errors="replace"))
        if compile_module(lateroot, module, c.byref(how), c.byref(data), c.byref(size)) != 0:
            raise Error("\n".join(said))
        return c.string_at(data, size.value)
    finally:
        if data:
            free_bytes(lateroot, data, size)
        context_free(lateroot)
        if module:
            llvm_module_free(module)
        llvm_context_free(context)


if __name__ == "__main__":
    names = [a for a in sys.argv[1:] if not a.startswith("--")]
    if len(names) != 2:
        sys.exit(__doc__)
    try:
        with open(names[0], "rb") as f:
            text = f.read()
        made = compile_ir(text, names[0], next((a[10:] for a in sys.argv if a.startswith("--profile=")), None))
        with open(names[1], "wb") as f:
            f.write(made)
    except (Error, OSError) as e:
        sys.exit(f"lateroot.py: {e}")

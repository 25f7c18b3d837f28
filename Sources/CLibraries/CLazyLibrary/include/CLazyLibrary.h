// Libraries that only some commands need are loaded when the first of their functions is called: to load all of them
// takes several times as long as everything else that `footfall --help` does.
//
// A file in C names a library and each of its functions that Footfall calls. Whoever calls one calls it by its own
// name and its own header, and reaches a jump of two instructions; the first call of any of them loads the library
// and finds all, so that a process that gives up its files later has what it needs.
#ifndef FOOTFALL_CLAZYLIBRARY_H
#define FOOTFALL_CLAZYLIBRARY_H

/// A function of such a library.
struct footfall_lazy_function {
    /// Where its jump goes: to what loads the library, and from then on to the function.
    void *address;
    const char *name;
};

/// A library, and its functions.
struct footfall_lazy_library {
    const char *file;
    struct footfall_lazy_function *begin, *end;
};

/// Loads a library and finds its functions, unless that is done. A library that cannot be loaded ends the process, as
/// it does where the system loads all libraries at the start. Who gives up files or rights calls it before that.
void footfall_lazy_load(const struct footfall_lazy_library *library);

/// Loads a library as `footfall_lazy_load` does, and answers what is wrong with it, or NULL: for who can do without it,
/// such as a recording that goes on without its sounds.
const char *footfall_lazy_problem_of(const struct footfall_lazy_library *library);

/// Loads every library that is named in this program; answers what is wrong with the first that cannot be loaded or
/// lacks a function, or NULL. A program that names none has a problem too.
const char *footfall_lazy_problem(void);

/// Names a library by the file that the system looks for. It stands once in a file in C, ahead of its functions.
#define FOOTFALL_LAZY_LIBRARY(library, file_name)                                                                      \
    extern struct footfall_lazy_function __start_footfall_lazy_##library[] __attribute__((visibility("hidden")));      \
    extern struct footfall_lazy_function __stop_footfall_lazy_##library[] __attribute__((visibility("hidden")));       \
    __attribute__((used, visibility("hidden"))) const struct footfall_lazy_library footfall_lazy_library_##library = { \
        file_name, __start_footfall_lazy_##library, __stop_footfall_lazy_##library};                                   \
    __attribute__((used, section("footfall_lazy_libraries"), visibility("hidden")))                                    \
    const struct footfall_lazy_library *footfall_lazy_listed_##library = &footfall_lazy_library_##library;

// The jump goes by a register that no argument is in. Ahead of the first call it loads where the library is named, and
// what was wanted, for `footfall_lazy_bind`.
#if defined(__x86_64__)
#define FOOTFALL_LAZY_JUMP(library, function)                                                                          \
    "jmp *footfall_lazy_address_" #function "(%rip)\n"                                                                 \
    "footfall_lazy_first_" #function ":\n"                                                                             \
    "leaq footfall_lazy_address_" #function "(%rip), %r11\n"                                                           \
    "leaq footfall_lazy_library_" #library "(%rip), %r10\n"                                                            \
    "jmp footfall_lazy_bind\n"
#elif defined(__aarch64__)
#define FOOTFALL_LAZY_JUMP(library, function)                                                                          \
    "adrp x16, footfall_lazy_address_" #function "\n"                                                                  \
    "ldr x16, [x16, :lo12:footfall_lazy_address_" #function "]\n"                                                      \
    "br x16\n"                                                                                                         \
    "footfall_lazy_first_" #function ":\n"                                                                             \
    "adrp x16, footfall_lazy_address_" #function "\n"                                                                  \
    "add x16, x16, :lo12:footfall_lazy_address_" #function "\n"                                                        \
    "adrp x17, footfall_lazy_library_" #library "\n"                                                                   \
    "add x17, x17, :lo12:footfall_lazy_library_" #library "\n"                                                         \
    "b footfall_lazy_bind\n"
#else
#error "Functions of libraries that are loaded late are reached by instructions of x86-64 or 64-bit ARM: write those of this processor here and in CLazyLibrary.c."
#endif

/// Names a function of a library.
#define FOOTFALL_LAZY(library, function)                                                                               \
    __asm__(                                                                                                           \
        ".pushsection .text\n"                                                                                         \
        ".balign 16\n"                                                                                                 \
        ".globl " #function "\n"                                                                                       \
        ".hidden " #function "\n"                                                                                      \
        ".type " #function ", %function\n"                                                                             \
        #function ":\n"                                                                                                \
        FOOTFALL_LAZY_JUMP(library, function)                                                                          \
        ".size " #function ", . - " #function "\n"                                                                     \
        ".popsection\n"                                                                                                \
        ".pushsection .rodata\n"                                                                                       \
        "footfall_lazy_name_" #function ": .asciz \"" #function "\"\n"                                                 \
        ".popsection\n"                                                                                                \
        ".pushsection footfall_lazy_" #library ", \"aw\", %progbits\n"                                                 \
        ".balign 8\n"                                                                                                  \
        "footfall_lazy_address_" #function ": .quad footfall_lazy_first_" #function "\n"                               \
        ".quad footfall_lazy_name_" #function "\n"                                                                     \
        ".popsection\n");

#endif

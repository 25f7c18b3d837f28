// Loads libraries that only some commands need at the first call of one of their functions: loading all of them takes
// several times as long as everything else that `footfall --help` does.
//
// A C file names a library and each of its functions that Footfall calls. Callers use the function's own name and
// header, and reach a jump of one to three instructions. The first call of any of them loads the library and finds all
// functions, so that a process that gives up file access later has what it needs.
#ifndef FOOTFALL_CLAZYLIBRARY_H
#define FOOTFALL_CLAZYLIBRARY_H

/// A function of such a library.
struct footfall_lazy_function {
    /// The target of its jump: first the code that loads the library, from then on the function.
    void *address;
    const char *name;
};

/// A library, and its functions.
struct footfall_lazy_library {
    const char *file;
    struct footfall_lazy_function *begin, *end;
};

/// Loads a library and finds its functions; a repetition does no harm. A library that cannot be loaded, or lacks a
/// function, ends the process, as when the system loads all libraries at the start. Call it before giving up files or
/// rights.
void footfall_lazy_load(const struct footfall_lazy_library *library);

/// Loads a library like `footfall_lazy_load`, but returns what is wrong with it, or NULL: for callers that can do
/// without it, such as a recording that goes on without sounds.
const char *footfall_lazy_problem_of(const struct footfall_lazy_library *library);

/// The same as a number, for callers whose errors are numbers: 0, `-EMFILE`, `-ENFILE` or `-ENOMEM` if the process or the
/// machine has no room for it, otherwise `-ELIBACC`.
int footfall_lazy_number_of(const struct footfall_lazy_library *library);

/// Loads every lazy library of this program; returns what is wrong with the first that cannot be loaded or lacks a
/// function, or NULL. A program without any lazy library is an error, too.
const char *footfall_lazy_problem(void);

/// Declares a library by the name of its file. Write it once in a C file, before the library's functions.
#define FOOTFALL_LAZY_LIBRARY(library, file_name)                                                                      \
    extern struct footfall_lazy_function __start_footfall_lazy_##library[] __attribute__((visibility("hidden")));      \
    extern struct footfall_lazy_function __stop_footfall_lazy_##library[] __attribute__((visibility("hidden")));       \
    __attribute__((used, visibility("hidden"))) const struct footfall_lazy_library footfall_lazy_library_##library = { \
        file_name, __start_footfall_lazy_##library, __stop_footfall_lazy_##library};                                   \
    __attribute__((used, section("footfall_lazy_libraries"), visibility("hidden")))                                    \
    const struct footfall_lazy_library *footfall_lazy_listed_##library = &footfall_lazy_library_##library;

// The jump uses a register that holds no argument. Before the first call, it leads to code that passes the library and
// the wanted function to `footfall_lazy_bind`.
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

/// Declares a function of a library.
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

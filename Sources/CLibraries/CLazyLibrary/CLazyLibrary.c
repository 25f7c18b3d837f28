// Loads a library at the first call of one of its functions, then continues that call.
#include "CLazyLibrary.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

// All lazy libraries of this program, if it has any: the linker collects them in a section.
extern const struct footfall_lazy_library *__start_footfall_lazy_libraries[] __attribute__((weak, visibility("hidden")));
extern const struct footfall_lazy_library *__stop_footfall_lazy_libraries[] __attribute__((weak, visibility("hidden")));

// Thread-safe: two threads at once find the same addresses.
const char *footfall_lazy_problem_of(const struct footfall_lazy_library *library) {
    // RTLD_GLOBAL: its functions are visible to all, as if it had been loaded at the start.
    void *handle = dlopen(library->file, RTLD_LAZY | RTLD_GLOBAL);
    if (!handle) return dlerror();
    for (struct footfall_lazy_function *function = library->begin; function < library->end; function++) {
        void *address = dlsym(handle, function->name);
        if (!address) return dlerror();
        __atomic_store_n(&function->address, address, __ATOMIC_RELEASE);
    }
    return NULL;
}

int footfall_lazy_number_of(const struct footfall_lazy_library *library) {
    errno = 0;
    if (!footfall_lazy_problem_of(library)) return 0;
    return errno == EMFILE || errno == ENFILE || errno == ENOMEM ? -errno : -ELIBACC;
}

void footfall_lazy_load(const struct footfall_lazy_library *library) {
    const char *problem = footfall_lazy_problem_of(library);
    if (!problem) return;
    fprintf(stderr, "footfall: error while loading shared libraries: %s; install the package that has %s\n", problem,
            library->file);
    _exit(127);
}

const char *footfall_lazy_problem(void) {
    if (__start_footfall_lazy_libraries == __stop_footfall_lazy_libraries) return "this program names no library";
    for (const struct footfall_lazy_library **library = __start_footfall_lazy_libraries;
         library < __stop_footfall_lazy_libraries; library++) {
        const char *problem = footfall_lazy_problem_of(*library);
        if (problem) return problem;
    }
    return NULL;
}

// Called by `footfall_lazy_bind`, which keeps the arguments of the first call.
__attribute__((used, visibility("hidden"))) void *footfall_lazy_find(
    struct footfall_lazy_function *function, const struct footfall_lazy_library *library) {
    footfall_lazy_load(library);
    return __atomic_load_n(&function->address, __ATOMIC_ACQUIRE);
}

// Saves every register that may hold an argument, finds the function, and jumps to it as if it had been called
// directly.
#if defined(__x86_64__)
__asm__(
    ".pushsection .text\n"
    ".globl footfall_lazy_bind\n"
    ".hidden footfall_lazy_bind\n"
    ".type footfall_lazy_bind, %function\n"
    "footfall_lazy_bind:\n"
    ".cfi_startproc\n"
    "pushq %rbp\n"
    ".cfi_def_cfa_offset 16\n"
    ".cfi_offset %rbp, -16\n"
    "movq %rsp, %rbp\n"
    ".cfi_def_cfa_register %rbp\n"
    "pushq %rdi\n"
    "pushq %rsi\n"
    "pushq %rdx\n"
    "pushq %rcx\n"
    "pushq %r8\n"
    "pushq %r9\n"
    "pushq %rax\n"
    "subq $136, %rsp\n"
    "andq $-16, %rsp\n"
    "movups %xmm0, (%rsp)\n"
    "movups %xmm1, 16(%rsp)\n"
    "movups %xmm2, 32(%rsp)\n"
    "movups %xmm3, 48(%rsp)\n"
    "movups %xmm4, 64(%rsp)\n"
    "movups %xmm5, 80(%rsp)\n"
    "movups %xmm6, 96(%rsp)\n"
    "movups %xmm7, 112(%rsp)\n"
    "movq %r11, %rdi\n"
    "movq %r10, %rsi\n"
    "call footfall_lazy_find\n"
    "movq %rax, %r11\n"
    "movups (%rsp), %xmm0\n"
    "movups 16(%rsp), %xmm1\n"
    "movups 32(%rsp), %xmm2\n"
    "movups 48(%rsp), %xmm3\n"
    "movups 64(%rsp), %xmm4\n"
    "movups 80(%rsp), %xmm5\n"
    "movups 96(%rsp), %xmm6\n"
    "movups 112(%rsp), %xmm7\n"
    "movq -8(%rbp), %rdi\n"
    "movq -16(%rbp), %rsi\n"
    "movq -24(%rbp), %rdx\n"
    "movq -32(%rbp), %rcx\n"
    "movq -40(%rbp), %r8\n"
    "movq -48(%rbp), %r9\n"
    "movq -56(%rbp), %rax\n"
    "movq %rbp, %rsp\n"
    "popq %rbp\n"
    ".cfi_def_cfa %rsp, 8\n"
    "jmp *%r11\n"
    ".cfi_endproc\n"
    ".size footfall_lazy_bind, . - footfall_lazy_bind\n"
    ".popsection\n");
#else
__asm__(
    ".pushsection .text\n"
    ".globl footfall_lazy_bind\n"
    ".hidden footfall_lazy_bind\n"
    ".type footfall_lazy_bind, %function\n"
    "footfall_lazy_bind:\n"
    ".cfi_startproc\n"
    "stp x29, x30, [sp, #-224]!\n"
    ".cfi_def_cfa_offset 224\n"
    ".cfi_offset x29, -224\n"
    ".cfi_offset x30, -216\n"
    "mov x29, sp\n"
    "stp x0, x1, [sp, #16]\n"
    "stp x2, x3, [sp, #32]\n"
    "stp x4, x5, [sp, #48]\n"
    "stp x6, x7, [sp, #64]\n"
    "str x8, [sp, #80]\n"
    "stp q0, q1, [sp, #96]\n"
    "stp q2, q3, [sp, #128]\n"
    "stp q4, q5, [sp, #160]\n"
    "stp q6, q7, [sp, #192]\n"
    "mov x0, x16\n"
    "mov x1, x17\n"
    "bl footfall_lazy_find\n"
    "mov x16, x0\n"
    "ldp x0, x1, [sp, #16]\n"
    "ldp x2, x3, [sp, #32]\n"
    "ldp x4, x5, [sp, #48]\n"
    "ldp x6, x7, [sp, #64]\n"
    "ldr x8, [sp, #80]\n"
    "ldp q0, q1, [sp, #96]\n"
    "ldp q2, q3, [sp, #128]\n"
    "ldp q4, q5, [sp, #160]\n"
    "ldp q6, q7, [sp, #192]\n"
    "ldp x29, x30, [sp], #224\n"
    ".cfi_def_cfa sp, 0\n"
    "br x16\n"
    ".cfi_endproc\n"
    ".size footfall_lazy_bind, . - footfall_lazy_bind\n"
    ".popsection\n");
#endif

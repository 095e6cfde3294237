// Runs a program as on Linux 3.10, the kernel of the oldest systems that releases are for: calls that
// came later are not there.
//   MTGAUGE_ON_OLD_KERNEL=PROGRAM old_kernel ARGUMENT...
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>

// x86-64's numbers only grow: finit_module of Linux 3.8 is 313.
enum { kFirstLater = 314 };

int main(int argc, char** argv) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kFirstLater, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof code / sizeof code[0], code};
  const char* const program = getenv("MTGAUGE_ON_OLD_KERNEL");
  if (program == NULL || argc < 1) {
    fputs("old_kernel: set MTGAUGE_ON_OLD_KERNEL to the program\n", stderr);
    return 2;
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
    perror("old_kernel: no filter");
    return 2;
  }
  execv(program, argv);
  perror(program);
  return 2;
}

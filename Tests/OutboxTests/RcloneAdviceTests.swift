// The words are those of rclone 1.60.1, of its own servers and of a full and a read-only disk.

import Testing

@testable import Outbox

@Suite("What fixes a failure of rclone")
struct RcloneAdviceTests {
    @Test(
        "follows from its words",
        arguments: [
            (
                "lsjson", "error in ListJSON: couldn't list files: Unauthorized: 401 Unauthorized",
                .refusedLogin
            ),
            ("copy", "read metadata failed: Unauthorized: 401 Unauthorized", .refusedLogin),
            (
                "lsjson",
                "NewFs: couldn't connect SSH: ssh: handshake failed: ssh: unable to authenticate, attempted methods [none password]",
                .refusedLogin
            ),
            (
                "lsjson",
                "failed to read private key file: open /nowhere: no such file or directory",
                .refusedLogin
            ),
            ("copy", "InvalidAccessKeyId: The key does not exist. status code: 403", .refusedLogin),
            (
                "copy", #"Put mkParentDir failed: sftp: "Read only file system" (SSH_FX_FAILURE)"#,
                .mayNotWrite
            ),
            ("copy", "Failed to copy: mkdir /tmp/ro/y: read-only file system", .mayNotWrite),
            ("copy", "AccessDenied: Access Denied status code: 403", .mayNotWrite),
            (
                "copy",
                #"Update Close failed: sftp: "write x: no space left on device" (SSH_FX_FAILURE)"#,
                .full
            ),
            ("copy", "Failed to copy: preallocate: file too big for remaining disk space", .full),
            ("copy", "Insufficient Storage: 507 Insufficient Storage", .full),
            ("copy", "Failed to copy: Method Not Allowed: 405 Method Not Allowed", .refusesToWrite),
            (
                "copy", "Failed to copy with 2 errors: last error was: Not Found: 404 Not Found",
                .refusesToWrite
            ),
            ("lsjson", "Method Not Allowed: 405 Method Not Allowed", .other),
            ("lsjson", "dial tcp 127.0.0.1:1: connect: connection refused", .other),
            ("lsjson", "didn't find section in config file", .unknownRemote), ("copy", "", .other),
        ] as [(String, String, RcloneAdvice)]
    )
    func follows(command: String, said: String, advice: RcloneAdvice) {
        #expect(RcloneAdvice(of: command, saying: said) == advice)
    }

    @Test("is that of the error that tells most, and not only of the last")
    func best() {
        let told = ["m.json: Couldn't delete: 405 Method Not Allowed", "failed to delete 1 files"]
        let found = RcloneAdvice.best(of: "delete", among: told)
        #expect(found?.0 == .refusesToWrite)
        #expect(found?.1 == told[0])
        #expect(RcloneAdvice.best(of: "delete", among: ["a", "b"])?.1 == "b")
        #expect(RcloneAdvice.best(of: "delete", among: []) == nil)
    }

    @Test("is another for each", arguments: RcloneAdvice.allCases)
    func differs(advice: RcloneAdvice) {
        #expect(RcloneAdvice.allCases.filter { $0.remedy == advice.remedy } == [advice])
    }
}

// What an ordinary user may not do: nothing is closed to root, and where tests run in a container root runs them.

import Glibc

/// Does something with the rights of an ordinary user, also where root runs the tests; nobody else waits.
package func withoutPrivileges(_ body: () throws -> Void) rethrows {
    guard geteuid() == 0 else { return try body() }
    // Of this thread alone, which no other call of the C library can say.
    let found = unsafe dlsym(nil, "setfsuid").map {
        unsafe unsafeBitCast($0, to: (@convention(c) (uid_t) -> CInt).self)
    }
    guard let setUser = found else { preconditionFailure("this C library has no setfsuid") }
    _ = setUser(4321)
    defer { _ = setUser(0) }
    try body()
}

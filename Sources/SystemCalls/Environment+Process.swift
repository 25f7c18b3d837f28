// Who this process is, for names that no other process may take.

internal import Glibc

extension Environment {
    /// The number of this process.
    public static var process: Int32 { getpid() }
}

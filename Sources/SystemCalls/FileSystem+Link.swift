// A second name for a file: how an original is kept beside the file that takes its place, without a
// moment in which neither is there.

internal import Glibc

extension FileSystem {
    /// Gives a file a second name; a name that is taken is an error, never overwritten.
    public static func link(_ path: String, as name: String) throws(SystemError) {
        try retrying("link", path) { unsafe Glibc.link(path, name) }
    }
}

// What somebody else does to files while they are written or read. Nothing of the product renames by a path.

internal import Glibc
package import SystemCalls

extension FileSystem {
    /// Gives a file another name in one step, replacing what has that name.
    package static func rename(_ path: String, to target: String) throws(SystemError) {
        guard unsafe Glibc.rename(path, target) == 0 else {
            throw SystemError(call: "rename", path: path, errno: Errno(rawValue: errno))
        }
    }
}

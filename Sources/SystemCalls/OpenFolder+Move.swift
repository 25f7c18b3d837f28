// What is made elsewhere gets its name in one step, and several programs may want the same one: the first has it.

internal import CSystemCalls
internal import Glibc

extension OpenFolder {
    /// Moves a file or folder into a folder of the same disk; a name that is taken is an error, never overwritten.
    public func move(
        _ name: String,
        to folder: OpenFolder,
        as other: String
    ) throws(SystemError) {
        _ = try checkedPath(of: name)
        let path = try folder.checkedPath(of: other)
        try requireOwner(of: name)
        do throws(SystemError) {
            try retrying("rename", path) {
                unsafe footfall_rename_anew(
                    descriptor.number,
                    name,
                    folder.descriptor.number,
                    other
                )
            }
        } catch {
            // Some file systems, such as NFS, cannot be asked not to replace. No folder with a file in it is ever
            // replaced by rename(2), and here nothing is that stands there now.
            guard Self.hasNoSuchThing.contains(error.errno) else { throw error }
            guard folder.lacks(other) else {
                throw SystemError(call: "rename", path: path, errno: .exists)
            }
            try retrying("rename", path) {
                unsafe renameat(descriptor.number, name, folder.descriptor.number, other)
            }
        }
    }
}

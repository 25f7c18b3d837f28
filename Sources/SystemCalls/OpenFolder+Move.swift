// Moves a finished file or folder to its final name in one step. If several programs want the same name, the first one
// gets it.

internal import CSystemCalls
internal import Glibc

extension OpenFolder {
    /// Moves a file or folder into a folder of the same disk; an existing name is an error, never overwritten.
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
            // Some file systems, such as NFS, cannot move without replacing. rename(2) never replaces a non-empty
            // folder, and this checks that nothing has the name now.
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

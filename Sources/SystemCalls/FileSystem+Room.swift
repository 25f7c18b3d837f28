// Free disk space: an operator wants to know it before a recording begins.

internal import Glibc

extension FileSystem {
    /// The free bytes for this user and the total of a file system; `nil` if unknown.
    public static func room(at path: String) -> (free: Int64, total: Int64)? {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { return nil }
        let block = UInt64(status.f_frsize)
        let free = UInt64(status.f_bavail).multipliedReportingOverflow(by: block)
        let total = UInt64(status.f_blocks).multipliedReportingOverflow(by: block)
        guard !free.overflow, !total.overflow, total.partialValue > 0 else { return nil }
        return (Int64(clamping: free.partialValue), Int64(clamping: total.partialValue))
    }

    /// The room at a path or, if nothing is there yet, at the nearest folder above it; `nil` if unknown.
    package static func nearestRoom(at path: String) -> (free: Int64, total: Int64)? {
        var place = path
        while true {
            if let room = FileSystem.room(at: place) { return room }
            guard let above = parent(of: place), above != place else { return nil }
            place = above
        }
    }
}

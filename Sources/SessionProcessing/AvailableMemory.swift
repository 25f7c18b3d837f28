// A container, and a service of systemd, may have less memory than its machine: past that the kernel kills, and says
// nothing to whoever is killed.

internal import SystemCalls

/// How much memory this process can have.
enum AvailableMemory {
    /// In bytes; `nil` where nobody knows.
    static var bytes: Int64? {
        let group = FileSystem.shortText(of: "/proc/self/cgroup").flatMap(group) ?? "/"
        let room = folders(of: group).compactMap { folder in
            left(
                limit: FileSystem.shortText(of: "\(folder)/memory.max"),
                taken: FileSystem.shortText(of: "\(folder)/memory.current")
            )
        }
        return (room + [Environment.availableBytes].compactMap(\.self)).min()
    }

    /// The group of the one hierarchy, of what the kernel says.
    static func group(inLines text: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix("0::/") }.map { String($0.dropFirst(3)) }
    }

    /// The folders of a group and of those that it is in: each may have a limit.
    static func folders(of group: String) -> [String] {
        var folders = ["/sys/fs/cgroup"]
        for part in group.split(separator: "/") where part != ".." {
            folders.append("\(folders[folders.count - 1])/\(part)")
        }
        return folders
    }

    /// What is left of a group's memory; `nil` where it has no limit.
    static func left(limit: String?, taken: String?) -> Int64? {
        func number(_ text: String?) -> Int64? {
            text.flatMap { $0.split(separator: "\n").first }.flatMap { Int64($0) }
        }
        guard let limit = number(limit), let taken = number(taken), limit >= 0, taken >= 0 else {
            return nil
        }
        return max(0, limit - taken)
    }
}

// Finds which programs use a busy device. The kernel does not report them, so this reads the lists of open files of all
// processes, as far as this user may read them.

/// Finds the processes that have a file open.
public enum FileHolder {
    /// Other programs that have a file open, as text for an error: "iio-sensor-proxy (process 612)"; `nil` if none is
    /// found.
    ///
    /// - Parameters:
    ///   - path: The file, without links.
    ///   - own: A process to leave out: the caller may have the file open, too.
    ///   - proc: The folder of procfs.
    /// - Returns: Their names and process numbers.
    public static func describe(
        of path: String,
        besides own: Int32? = nil,
        proc: String = "/proc"
    ) -> String? {
        let holders = find(path, proc: proc).filter { $0.process != own.map(Int.init) }
        guard !holders.isEmpty else { return nil }
        return holders.map { "\($0.name) (process \($0.process))" }.joined(separator: ", ")
    }

    /// The processes that have a file open, including this one.
    public static func find(
        _ path: String,
        proc: String = "/proc"
    ) -> [(process: Int, name: String)] {
        guard let names = try? FileSystem.list(proc) else { return [] }
        var holders: [(process: Int, name: String)] = []
        for process in names.compactMap({ Int($0) }).sorted() {
            let folder = "\(proc)/\(process)"
            let files = (try? FileSystem.list("\(folder)/fd")) ?? []
            let isHolder = files.contains { number in
                (try? FileSystem.linkTarget("\(folder)/fd/\(number)")) == path
            }
            if isHolder { holders.append((process, name(folder))) }
        }
        return holders
    }

    private static func name(_ folder: String) -> String {
        let line = FileSystem.shortText(of: "\(folder)/comm")?.prefix { $0 != "\n" } ?? ""
        return line.isEmpty ? "a program" : String(line)
    }
}

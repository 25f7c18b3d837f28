// Who reads a device that is busy. The kernel does not say; the open files of all processes do, as
// far as this user may look at them.

internal import SystemCalls

/// Finds the processes that have a device open.
enum DeviceHolder {
    /// Another program, for an error: "iio-sensor-proxy (process 612)".
    static func describe(of device: String, proc: String = "/proc") -> String? {
        let holders = find("/dev/\(device)", proc: proc)
        guard !holders.isEmpty else { return nil }
        return holders.map { "\($0.name) (process \($0.process))" }.joined(separator: ", ")
    }

    /// The processes that have a file open.
    static func find(_ path: String, proc: String) -> [(process: Int, name: String)] {
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
        let text = UnitConversion.trimmed(FileSystem.shortText(of: "\(folder)/comm") ?? "")
        return text.isEmpty ? "a program" : text
    }
}

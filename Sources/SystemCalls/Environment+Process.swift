// Who this process is, for names that no other process may take.

internal import Glibc

extension Environment {
    /// The number of this process.
    public static var process: Int32 { getpid() }
}

extension Environment {
    /// The name of this machine, as its network may know it; empty where it has none.
    public static var hostName: String {
        var text = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&text, text.count - 1) == 0 else { return "" }
        let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self)
    }
}

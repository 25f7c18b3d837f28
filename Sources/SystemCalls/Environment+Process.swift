// Identifies this process and machine, for unique names.

internal import Glibc

extension Environment {
    /// The number of this process.
    public static var process: Int32 { getpid() }
}

extension Environment {
    /// The host name of this machine; empty if it has none.
    public static var hostName: String {
        var text = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&text, text.count - 1) == 0 else { return "" }
        let bytes = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return String(decoding: bytes, as: UTF8.self)
    }
}

// The files of the page. They are compiled into the program: no other files have to be installed, and no request can
// name a file on disk.

internal import CPage
internal import WebServer

/// The public files.
struct PageFiles: Sendable, Hashable {
    /// A file of the page.
    struct File: Sendable, Hashable {
        var type: String
        var bytes: [UInt8]
        /// Its `ETag`: changes when the content changes.
        var tag: String

        /// Returns the file, or "not modified" if the browser has it.
        func answer(to request: HTTPRequest) -> HTTPAnswer {
            let head = [HTTPHeader("ETag", tag), HTTPHeader("Cache-Control", "no-cache")]
            if request.header("If-None-Match") == tag {
                return .guarded(304, type, .whole([]), with: head)
            }
            return .guarded(200, type, .whole(bytes), with: head)
        }
    }

    private var files: [String: File] = [:]

    /// The files that this program was built with.
    static let built: PageFiles = {
        var files = PageFiles()
        for place in 0..<footfall_page_count() {
            guard let name = unsafe footfall_page_name(place) else { continue }
            var count: Int64 = 0
            let bytes = unsafe footfall_page_bytes(place, &count)
            files.add(
                unsafe String(cString: name),
                unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
            )
        }
        return files
    }()

    mutating func add(_ name: String, _ bytes: [UInt8]) {
        let ending = name.split(separator: ".").last.map(String.init) ?? ""
        files[name] = File(
            type: Self.types[ending] ?? "application/octet-stream",
            bytes: bytes,
            tag: "\"\(Self.sum(of: bytes))\""
        )
    }

    func file(at path: Substring, withBoard hasBoard: Bool) -> File? {
        switch path {
        case "/": return files["index.html"]
        case "/board": return hasBoard ? files["board.html"] : nil
        default:
            guard path.first == "/", hasBoard || !path.hasPrefix("/board") else { return nil }
            return files[String(path.dropFirst())]
        }
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    ]

    /// FNV-1a: distinguishes the files of different builds; no protection against attacks.
    private static func sum(of bytes: [UInt8]) -> String {
        var sum: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return String(sum, radix: 16)
    }
}

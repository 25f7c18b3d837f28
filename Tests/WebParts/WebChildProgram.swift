// Where the program is that tests start as a server's child.

import Foundation

/// The child of a test's server.
package enum WebChildProgram {
    /// It is built beside the tests.
    package static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "web-child").path(percentEncoded: false)
}

extension WebCall {
    /// Asks one thing on a connection of its own, as a browser does.
    ///
    /// The head is the first line, and what stands behind it but the host and the length. What comes back is the
    /// status, and all that is answered.
    package static func ask(
        _ port: UInt16,
        _ head: String,
        host: String? = nil,
        body: String? = nil
    ) async throws -> (status: Int, text: String) {
        let call = try WebCall(port: port)
        let lines = head.split(separator: "\n").map(String.init)
        var all = [
            "\(lines[0]) HTTP/1.1", "Host: \(host ?? "127.0.0.1:\(port)")", "Connection: close",
        ]
        all += lines.dropFirst()
        if let body { all.append("Content-Length: \(body.utf8.count)") }
        call.send(all.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
        let text = await call.hearAll()
        let status = text.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0) }
        return (status ?? 0, text)
    }
}

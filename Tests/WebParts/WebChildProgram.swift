// The program that tests start as a server's child, and whole requests.

import Foundation

/// The child of a test's server.
package enum WebChildProgram {
    /// Its path; it is built beside the tests.
    package static let path = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "web-child").path(percentEncoded: false)
}

extension WebCall {
    /// Sends one request on its own connection, as a browser does.
    ///
    /// The head consists of the first line and of headers other than the host and the length. The result has the
    /// status and the whole answer.
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

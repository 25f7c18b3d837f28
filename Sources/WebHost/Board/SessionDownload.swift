// Sends a session to a browser as one ZIP file. A thread of its own reads and packs the session. It makes the next piece
// only when the previous one has been sent, so a slow browser needs no memory. It runs at the lowest priority, so a fast
// browser takes no processor time from a recording.

internal import SessionFolder
internal import Synchronization
internal import SystemCalls
internal import WebServer

/// A session that is being sent.
final class SessionDownload: Sendable {
    private let thread: WorkThread
    private let stream: HTTPRequest.ID
    private let server: WebServer
    private let pack = Mutex<SessionPack?>(nil)

    init(_ stream: HTTPRequest.ID, by server: WebServer) throws(SystemError) {
        self.stream = stream
        self.server = server
        thread = try WorkThread(name: "download")
        thread.post { try? SystemThread.setPriorityOfThisThread(.background) }
    }

    /// Opens the session at `path`, answers the request, and sends the first piece.
    func begin(_ path: String) {
        thread.post { [self] in
            do throws(SessionError) {
                try pack.withLock { pack throws(SessionError) in
                    pack = try SessionPack(of: path)
                }
            } catch {
                return server.answer(stream, .refusal(409, error.description))
            }
            let name = FileSystem.name(of: path).map { Self.isPlain($0) ? $0 : "_" }
            let file = "attachment; filename=\"\(String(name)).zip\""
            let answer = HTTPAnswer.guarded(
                200,
                "application/zip",
                .stream(length: nil),
                with: [HTTPHeader("Content-Disposition", file)]
            )
            server.answer(stream, answer)
            send()
        }
    }

    /// Call when the stream has room: sends the next piece.
    func goOn() { thread.post { [self] in send() } }

    /// Runs on `thread` only.
    private func send() {
        do throws(SessionError) {
            let piece = try pack.withLock { pack throws(SessionError) in try pack?.next() }
            guard let piece else { return server.end(stream) }
            server.send(stream, piece)
        } catch {
            // Breaks the connection off, so that the browser sees an incomplete file.
            server.cut(stream)
        }
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_.".contains(character))
    }
}

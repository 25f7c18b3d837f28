import CueParts
import Glibc
import Patience
import SystemCalls
import Testing

@testable import Cues

@Suite(
    "A speech server that accepts connections and does not answer",
    .speaks,
    .serialized,
    .mayNotHang
)
struct SilentServerTests {
    private let folder: ScratchFolder
    private let server: SilentServer
    private let ends = Told<NumberedEnd>()
    private let routes = Told<SpeechVoice.Route>()

    init() throws {
        folder = try ScratchFolder()
        server = try SilentServer(at: "\(folder.path)/socket")
    }

    private func voice(patience: Duration) throws -> SpeechVoice {
        let script = try folder.script("espeak", "cat >> \(folder.path)/said")
        return SpeechVoice(
            by: SpeechMeans(
                socket: server.path,
                espeak: EspeakProgram(command: script),
                patience: patience
            ),
            routeFound: routes.tell
        )
    }

    @Test("is given up after a time limit, and espeak-ng speaks instead")
    func silent() async throws {
        let voice = try voice(patience: .milliseconds(300))
        voice.speak("One. ", completion: ends.end(of: 1))
        voice.speak("Two.", completion: ends.end(of: 2))
        let told = try await ends.first(2)
        #expect(told.map(\.number) == [1, 2])
        #expect(told.map(\.outcome) == [.finished, .finished])
        #expect(folder.text("said") == "One. Two.")
        #expect(routes.soFar == [.espeak])
    }

    @Test("does not delay the end of a silenced text, which nothing else speaks")
    func silenced() async throws {
        let voice = try voice(patience: .seconds(3600))
        voice.speak("Never said", completion: ends.end(of: 1))
        #expect(try await eventually { server.hasVisitor })
        #expect(ends.soFar.isEmpty)
        voice.silence()
        #expect(try await ends.first(1) == [NumberedEnd(number: 1, outcome: .cancelled)])
        #expect(voice.route == nil && routes.soFar.isEmpty)
        #expect(folder.text("said").isEmpty)
    }
}

/// A socket that takes connections, and from which nobody ever reads.
private final class SilentServer: Sendable {
    let path: String
    private let listening: Int32

    init(at path: String) throws {
        self.path = path
        listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) {
            unsafe $0.copyBytes(from: path.utf8)
        }
        let bound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listening, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        try #require(listen(listening, 5) == 0)
    }

    /// Whether a client has connected.
    var hasVisitor: Bool {
        var watched = pollfd(fd: listening, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&watched, 1, 0) == 1
    }

    deinit { close(listening) }
}

// A shell's ulimit is how a cluster, a service or a careful person keeps a program small. The proof `limits`
// tries every value; here is one of each kind that a debug build can be given.

import FoundationEssentials
import Patience
import SessionFolder
import SystemCalls
import Testing

@testable import footfall

@Suite("A command under a limit", .mayNotHang)
@MainActor
struct LimitsTests {
    /// What the command told, and the sessions that it left.
    private func record(
        under limit: String,
        in folder: borrowing TemporaryFolder
    ) throws -> (told: String, sessions: [String]) {
        let (command, place) = (try ChildProcess.pathOfFootfall(), folder.path)
        let script = """
            (ulimit \(limit); exec '\(command)' record --source synthetic --duration 20 \
            --speed max -o '\(place)/Sessions') 2>&1 | cat >'\(place)/told'
            """
        #expect(try ChildProgram.run(["sh", "-c", script]) == .exited(0))
        let sessions = (try? FileSystem.list("\(place)/Sessions")) ?? []
        return (
            try String(contentsOfFile: "\(place)/told", encoding: .utf8),
            sessions.map { "\(place)/Sessions/\($0)" }
        )
    }

    @Test(
        "says what is short and how to fix it, and leaves nothing",
        arguments: ["-n 12", "-f 0"]
    )
    func isShort(limit: String) throws {
        let folder = try TemporaryFolder()
        let (told, sessions) = try record(under: limit, in: folder)
        #expect(told.contains("ulimit \(limit.prefix(2))"), "\(told)")
        #expect(sessions.isEmpty)
    }

    @Test("meets the largest size of a file as it meets a full disk")
    func largestFile() throws {
        let folder = try TemporaryFolder()
        // Blocks of half a KiB, in every shell that keeps to POSIX, or of a whole one.
        let (told, sessions) = try record(under: "-f 200", in: folder)
        #expect(told.contains("ulimit -f"), "\(told)")
        let path = try #require(sessions.first)
        #expect(try Session(opening: path).manifest.status == .failed)
        #expect(try SessionCheck(of: path).verdict != .damaged)
    }
}

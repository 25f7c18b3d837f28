import Glibc
import SessionFolder
import SystemCalls
import Testing

@testable import footfall

@Suite("What repair and check tell the shell", .timeLimit(.minutes(1)))
struct RepairTests {
    /// Runs a command on a session; answers its status, and expects as many lines of complaint.
    static func status(
        of command: String,
        _ path: String,
        in folder: borrowing TemporaryFolder,
        complaints: Int = 0
    ) throws -> Int32 {
        let ending = try ChildProcess.footfall([command, path], in: folder)
        #expect(ending.errorLines.count == complaints, "\(ending.errors)")
        #expect(!ending.output.isEmpty)
        return ending.status
    }

    @Test("a run that is killed while it writes the truth leaves a session that can be replayed")
    func killedInTruth() throws {
        let folder = try TemporaryFolder()
        let child = try ChildProcess(
            [
                "record", "--speed", "max", "--rate", "1000", "--duration", "20",
                "--placement", "lowBack",
            ],
            in: folder.path
        )
        var names: [String] = []
        while names.isEmpty { names = (try? folder.names(in: "Sessions")) ?? [] }
        let session = "Sessions/\(names[0])"
        let isWriting = child.waitUntilOpen("\(folder.path)/\(session)/lowBack_motion_truth.json")
        child.send(SIGKILL)
        #expect(child.ending().status == -SIGKILL)
        #expect(isWriting)

        let left = try Session(opening: "\(folder.path)/\(session)").manifest
        #expect(left.files.map(\.layout) == [.array, .document])
        #expect(left.files.map(\.closed) == [true, false])
        #expect(try Self.status(of: "repair", session, in: folder) == 0)
        let mended = try Session(opening: "\(folder.path)/\(session)").manifest
        #expect(mended.files.map(\.layout) == [.array, .document])
        let replayed = try ChildProcess.footfall(
            ["replay", session, "--speed", "max", "-o", "again", "--quiet"],
            in: folder
        )
        #expect(replayed.status == 0, "\(replayed.errors)")
    }
}

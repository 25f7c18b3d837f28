import FoundationEssentials
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("A manifest that tells otherwise than its journal")
struct ManifestCorrectionTests {
    let scratch: ScratchFolder
    let path: String
    let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() async throws {
        scratch = try ScratchFolder()
        path = try await Recording.finish(in: scratch.path, answers: Array("{}".utf8))
    }

    /// What somebody may change in what a manifest tells of its run.
    enum Change: CaseIterable {
        case recording, interrupted, failed, cancelled, run, identifier, subject, noFile, noAnswers

        func change(_ manifest: inout SessionManifest) {
            switch self {
            case .recording: manifest.status = .recording
            case .interrupted: manifest.status = .interrupted
            case .failed: manifest.status = .failed
            case .cancelled: manifest.status = .cancelled
            case .run: manifest.taskRunUUID = UUID()
            case .identifier: manifest.identifier = "another"
            case .subject: manifest.participant = try? Participant(subject: "P07")
            case .noFile: manifest.files = []
            case .noAnswers: manifest.answers = nil
            }
        }
    }

    private func change(_ change: (inout SessionManifest) -> Void) throws {
        var changed = try Session(opening: path).manifest
        change(&changed)
        try write(changed.encoded(), to: path + "/manifest.json")
    }

    @Test("is told as damage, and told right again by a repair", arguments: Change.allCases)
    func corrected(change: Change) throws {
        let before = try Session(opening: path).manifest
        #expect(try SessionCheck(of: path).verdict == .clean)
        try self.change(change.change)
        let check = try SessionCheck(of: path)
        let damage = check.findings.filter { $0.severity == .damage }
        #expect(damage.map(\.file) == ["manifest.json"])
        #expect(check.isRecoverable && check.status == .finished)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .good)
        let after = try Session(opening: path).manifest
        #expect(after.status == before.status && after.endDate == before.endDate)
        #expect(after.taskRunUUID == before.taskRunUUID && after.identifier == before.identifier)
        #expect(after.files == before.files && after.answers == before.answers)
        #expect(after.participant == before.participant)
        #expect(try SessionCheck(of: path).verdict == .clean)
        #expect(try !SessionRepair.repair(path, at: now).changed)
    }

    @Test("is closed as what it was, whatever it says of its end")
    func closed() async throws {
        // A run that was killed: nothing else has told the journal of an end.
        let killed = try await Recording.begin(in: scratch.path).session.path
        _ = try SessionRepair.repair(killed, at: now)
        var manifest = try Session(opening: killed).manifest
        let end = manifest.endDate
        (manifest.status, manifest.endDate, manifest.interruptions) = (.finished, nil, nil)
        try write(manifest.encoded(), to: killed + "/manifest.json")
        #expect(try SessionCheck(of: killed).verdict == .damaged)
        #expect(CrashedSessions.close(killed, at: now) != nil)
        let repaired = try Session(opening: killed).manifest
        #expect(repaired.status == .interrupted && repaired.endDate == end)
        #expect(repaired.interruptions?.count == 1)
        #expect(try SessionCheck(of: killed).verdict == .interrupted)
    }

    @Test("is believed where a full disk has let the journal tell less")
    func lacksEvents() throws {
        try change {
            $0.journal?.lacksEvents = true
            $0.status = .cancelled
        }
        #expect(try SessionCheck(of: path).verdict == .clean)
        #expect(try !SessionRepair.repair(path, at: now).changed)
    }

    @Test("is not there where a run was taken up again after a failed end")
    func errors() {
        var manifest = Example.manifest
        manifest.apply(.error("/s/taskResult.json: cannot write the task's result"))
        manifest.apply(.error("the device went away"))
        manifest.apply(.continued(Example.start, boot: nil))
        #expect(manifest.errors == ["the device went away"])
    }
}

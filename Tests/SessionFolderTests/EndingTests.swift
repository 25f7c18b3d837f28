import Testing
import Timebase

@testable import SessionFolder

@Suite("How a run ended, in a check")
struct EndingTests {
    private func severities(
        _ status: SessionManifest.Status,
        errors: [String],
        endedEarly: Bool? = nil
    ) -> [CheckFinding.Severity] {
        var manifest = Example.manifest
        manifest.status = status
        manifest.errors = errors
        manifest.endedEarly = endedEarly
        return CheckRules.ending(of: manifest, isLive: false).map(\.severity)
    }

    @Test("is a loss where a recorder failed and the run went on without it")
    func recorderFailed() {
        #expect(severities(.finished, errors: ["touch: it is grabbed"]) == [.loss])
        #expect(severities(.finished, errors: []) == [])
        #expect(
            severities(.finished, errors: ["touch: it is grabbed"], endedEarly: true) == [
                .note, .loss,
            ]
        )
    }

    @Test("is one loss where the run failed, whose errors are its reasons")
    func runFailed() {
        #expect(severities(.failed, errors: ["it was unplugged"]) == [.loss, .note])
    }

    @Test(
        "is told of an import that was killed as a part of its file, and of one that goes on as a run"
    )
    func killedImport() {
        var manifest = Example.manifest
        manifest.imported = SessionManifest.ImportedFile(
            name: "walk.csv",
            size: 1,
            checksum: "",
            map: "t_s,v",
            units: nil,
            rateInHertz: nil,
            timestamps: "",
            date: manifest.startDate
        )
        for status in [SessionManifest.Status.interrupted, .recording] {
            manifest.status = status
            let told = CheckRules.ending(of: manifest, isLive: false)
            #expect(told.map(\.severity) == [.loss])
            #expect(told.first?.what == "it is a part of walk.csv only: its import was killed")
        }
        #expect(CheckRules.ending(of: manifest, isLive: true).map(\.severity) == [.note])
        // A replay of such a session is no processing.
        manifest.origin?.replayed = "processed"
        let replay = CheckRules.ending(of: manifest, isLive: false)
        #expect(
            replay.allSatisfy {
                !$0.what.contains("computed") && $0.remedy?.contains("process") != true
            }
        )
    }

    @Test(
        "is told of what was computed of a session, and killed meanwhile, as a part of that",
        arguments: [SessionManifest.Status.interrupted, .recording]
    )
    func killedProcessing(status: SessionManifest.Status) {
        var manifest = Example.manifest
        manifest.origin = Example.processedOrigin
        manifest.status = status
        let told = CheckRules.ending(of: manifest, isLive: false)
        #expect(told.map(\.severity) == [.loss])
        let session = Example.origin.session
        #expect(told.first?.what.contains("a part only of what was computed of \(session)") == true)
        manifest.status = .recording
        #expect(CheckRules.ending(of: manifest, isLive: true).map(\.severity) == [.note])
    }

    @Test(
        "tells of each kill, and of the last one once",
        arguments: SessionManifest.Status.allCases,
        0...3
    )
    func kills(status: SessionManifest.Status, count: Int) {
        var manifest = Example.manifest
        let dates = (0..<count).map {
            LocalDate(Example.start.advanced(by: .seconds($0)).realtime, Example.zone)
        }
        (manifest.status, manifest.interruptions) = (status, dates)
        if status == .interrupted { manifest.endDate = dates.last }
        let told = CheckRules.ending(of: manifest, isLive: false).filter {
            $0.what.contains("was killed, and taken up again")
        }
        let own = status == .interrupted && count > 0 ? 1 : 0
        #expect(told.count == count - own)
        #expect(told.allSatisfy { $0.severity == .loss })
    }
}

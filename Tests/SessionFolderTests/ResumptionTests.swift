import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("What a check says of taking a run up again")
struct ResumptionTests {
    let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func finding(
        _ status: SessionManifest.Status,
        savesProgress: Bool?,
        isSaved: Bool
    ) -> CheckFinding? {
        var manifest = Example.manifest
        manifest.status = status
        manifest.savesProgress = savesProgress
        return CheckRules.resumption(of: manifest, isSaved: isSaved)
    }

    @Test(
        "names the command where the run has kept where it stood",
        arguments: SessionManifest.Status.allCases,
        [true, nil]
    )
    func saved(status: SessionManifest.Status, savesProgress: Bool?) {
        let finding = finding(status, savesProgress: savesProgress, isSaved: true)
        guard status != .finished else {
            #expect(finding == nil)
            return
        }
        #expect(finding?.severity == .note)
        #expect(finding?.remedy?.contains("footfall run TASK --continue") == true)
    }

    @Test(
        "tells a loss where the run had kept it, was killed, and it is gone",
        arguments: SessionManifest.Status.allCases
    )
    func gone(status: SessionManifest.Status) {
        let isKilled = status == .interrupted || status == .recording
        #expect(
            finding(status, savesProgress: true, isSaved: false)?.severity
                == (isKilled ? .loss : nil)
        )
        // `footfall record`, and a run that does not keep it, have nothing to miss.
        #expect(finding(status, savesProgress: nil, isSaved: false) == nil)
    }

    @Test("looks for it in the folder of a run that nobody is at")
    func folder() async throws {
        var manifest = Example.manifest
        manifest.savesProgress = true
        var session: OpenSession? = try await OpenSession.begin(
            in: scratch.path,
            describedBy: manifest
        )
        let path = try #require(session?.path)
        func progress() throws -> CheckFinding? {
            try SessionCheck(of: path).findings.first { $0.file == SessionManifest.progressName }
        }
        #expect(try progress() == nil)
        session = nil
        #expect(try progress()?.severity == .loss)
        try write(Array("[]\n".utf8), to: "\(path)/\(SessionManifest.progressName)")
        #expect(try progress()?.severity == .note)
        let now = Example.start.advanced(by: .seconds(3600)).realtime
        _ = try SessionRepair.repair(path, at: now)
        #expect(try progress()?.severity == .note)
    }
}

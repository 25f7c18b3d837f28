import Testing

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
}

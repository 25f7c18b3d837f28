import Research
import Testing

@Suite("The status of an async action")
struct RSDAsyncActionStatusTests {
    @Test("has the field's raw values, and rises in their order")
    func hasRawValues() {
        let expected: [RSDAsyncActionStatus] = [
            .idle, .requestingPermission, .permissionGranted, .starting, .running, .waitingToStop,
            .processingResults, .stopping, .finished, .cancelled, .failed,
        ]
        #expect(RSDAsyncActionStatus.allCases == expected)
        #expect(expected.map(\.rawValue) == Array(0...10))
        #expect(expected.reversed().sorted() == expected)
    }
}

@Suite("The errors of an async action")
struct RecorderErrorTests {
    static let errors: [RecorderError] = [
        .finished(identifier: "walk"),
        .alreadyRunning(identifier: "walk"),
        .cancelled(identifier: "walk"),
        .interrupted(identifier: "walk"),
        .permissionDenied(identifier: "walk", permission: "motion"),
    ]

    @Test("name the recorder and, in a sentence of its own, the remedy", arguments: errors)
    func nameWhatAndRemedy(error: RecorderError) {
        let sentences = error.description.split(separator: ". ")
        #expect(sentences.count == 2)
        #expect(sentences.first?.contains("'walk'") == true)
        #expect(error.description.hasSuffix("."))
    }

    @Test("have a code each")
    func haveCodes() {
        #expect(Self.errors.map(\.errorCode) == [1, 2, 3, 4, 5])
        #expect(Set(Self.errors.map(\.errorDomain)) == ["RSDRecorderErrorDomain"])
    }
}

import Testing

@testable import SampleFile

@Suite("Deciding when to flush")
struct FlushDecisionTests {
    struct Question: CustomStringConvertible {
        var milliseconds: Int
        var bytes = 0
        var isSynchronized = true
        var answer: FlushDecision.Due
        var description: String { "\(milliseconds) ms, \(bytes) bytes: \(answer)" }
    }

    @Test(
        "goes by the interval, by the bytes, and by what the disk has not seen",
        arguments: [
            [.init(milliseconds: 0, bytes: 10, answer: .nothing)],
            [.init(milliseconds: 249, bytes: 10, answer: .nothing)],
            [
                .init(milliseconds: 250, bytes: 10, answer: .flush),
                .init(milliseconds: 499, bytes: 10, isSynchronized: false, answer: .nothing),
                .init(milliseconds: 500, bytes: 10, isSynchronized: false, answer: .flush),
            ],
            [
                .init(milliseconds: 1, bytes: 65536, answer: .flush),
                .init(milliseconds: 250, bytes: 10, isSynchronized: false, answer: .nothing),
                .init(milliseconds: 251, bytes: 10, isSynchronized: false, answer: .flush),
            ],
            [.init(milliseconds: 900, answer: .nothing)],
            [.init(milliseconds: 1000, answer: .nothing)],
            [.init(milliseconds: 1000, bytes: 1, answer: .flushAndSynchronize)],
            [
                .init(milliseconds: 1000, isSynchronized: false, answer: .flushAndSynchronize),
                .init(milliseconds: 1999, isSynchronized: false, answer: .nothing),
                .init(milliseconds: 2000, isSynchronized: false, answer: .flushAndSynchronize),
            ],
            // A synchronization took two seconds: what came meanwhile has a second to be written in.
            [
                .init(milliseconds: 1000, bytes: 1, answer: .flushAndSynchronize),
                .init(milliseconds: 3000, bytes: 65536, answer: .flush),
                .init(milliseconds: 3001, bytes: 65536, isSynchronized: false, answer: .flush),
                .init(milliseconds: 3999, bytes: 0, isSynchronized: false, answer: .nothing),
                .init(
                    milliseconds: 4000,
                    bytes: 0,
                    isSynchronized: false,
                    answer: .flushAndSynchronize
                ),
                .init(milliseconds: 4999, bytes: 0, isSynchronized: false, answer: .nothing),
                .init(
                    milliseconds: 5000,
                    bytes: 0,
                    isSynchronized: false,
                    answer: .flushAndSynchronize
                ),
            ],
        ] as [[Question]]
    )
    func dueness(questions: [Question]) {
        var decision = FlushDecision(FlushPolicy())
        let start = Duration.seconds(5_000)
        #expect(decision.due(at: start, bufferedBytes: 0, isSynchronized: true) == .nothing)
        let answers = questions.map {
            decision.due(
                at: start + .milliseconds($0.milliseconds),
                bufferedBytes: $0.bytes,
                isSynchronized: $0.isSynchronized
            )
        }
        #expect(answers == questions.map(\.answer))
    }
}

@Suite("Cutting between records")
struct WholeRecordsTests {
    @Test(
        "keeps as many whole records as fit, and not a byte of the next",
        arguments: [
            ("{1},\n{22},\n{333}", false, [0: 0, 2: 0, 3: 3, 8: 3, 9: 9, 15: 9, 16: 16, 99: 16]),
            (",\n{1},\n{22}", false, [0: 0, 2: 0, 4: 0, 5: 5, 10: 5, 11: 11]),
            ("1,2\n\"a\n\"\"b\",3\n", true, [3: 0, 4: 4, 7: 4, 13: 4, 14: 14, 99: 14]),
            ("", false, [0: 0, 9: 0]), ("", true, [9: 0]), ("{1}", false, [-5: 0]),
        ] as [(String, Bool, [Int: Int])]
    )
    func cuts(text: String, isCSV: Bool, expected: [Int: Int]) {
        for (room, kept) in expected {
            let bytes = Array(text.utf8)
            let whole = unsafe bytes.withUnsafeBytes {
                unsafe WholeRecords(in: $0, fitting: room, isCSV: isCSV)
            }
            #expect(whole.bytes == kept, "room for \(room)")
        }
    }
}

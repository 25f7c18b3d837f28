import Recording
import SampleStream
import Synchronization
import Testing
import Timebase

@MainActor
@Suite("A device's clock")
struct ClockNoteTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The clock notes that the recorder has reported.
    private final class Heard: Sendable {
        let notes = Mutex<[(file: String, note: ClockNote)]>([])
    }

    @Test("is reported with its file, from the first reading to the one at the source's end")
    func isTold() async throws {
        let pairs = (1...3).map { second in
            ClockPair(
                deviceNanoseconds: second,
                boottimeNanoseconds: second * 1_000_000_000,
                errorNanoseconds: 500
            )
        }
        let heard = Heard()
        let recorder = makeRecorder(
            in: folder,
            [
                (
                    "walk",
                    [
                        .readClock(pairs[0]), .readClock(pairs[1]),
                        .deliver(Reading(1_500_000_000, 0.25)), .readClock(pairs[2]),
                    ]
                )
            ],
            didReadClock: { place, note in
                heard.notes.withLock { $0.append((place.relativePath, note)) }
            }
        )
        try await recorder.start()
        await recorder.waitForEndOfSource()
        _ = try await recorder.stop()
        let notes = heard.notes.withLock { $0 }
        #expect(notes.map(\.note.pair) == pairs)
        #expect(notes.allSatisfy { $0.file == "walk.json" && $0.note.device == "script" })
    }
}

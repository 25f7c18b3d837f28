// While a recorder is paused nothing is to be kept of what is heard: there is silence in the file, of the same length,
// so that all that follows stays in its place.

internal import Timebase

/// The times of which the sound is not kept.
struct PausedTimes: Sendable {
    private var ended: [(from: Int64, to: Int64)] = []
    private var since: Int64?

    /// Begins such a time; one that goes on goes on.
    mutating func begin(at instant: BootInstant) { since = since ?? instant.nanoseconds }

    /// Ends it.
    mutating func end(at instant: BootInstant) {
        guard let start = since else { return }
        since = nil
        if instant.nanoseconds > start { ended.append((start, instant.nanoseconds)) }
    }

    /// Silences those frames of a block that lie in such a time.
    mutating func silence(_ samples: inout [Int32], endingAt end: BootInstant, _ shape: SoundShape)
    {
        let count = samples.count / shape.channels
        for span in ended + (since.map { [(from: $0, to: Int64.max)] } ?? []) {
            let first = count - Int(shape.frames(inNanoseconds: end.nanoseconds &- span.from))
            let behind =
                span.to == .max ? 0 : Int(shape.frames(inNanoseconds: end.nanoseconds &- span.to))
            let range = max(0, first)..<max(0, first, count - behind)
            for index in range.lowerBound * shape.channels..<range.upperBound * shape.channels {
                samples[index] = 0
            }
        }
        // What is over before this block is over for all that follow.
        ended.removeAll { $0.to <= end.nanoseconds }
    }
}

// Silences the sound of a paused recorder. Sound during a pause must not be stored. The file gets silence of the
// same length, so that later sound keeps its time.

internal import Timebase

/// The times whose sound is not kept.
struct PausedTimes: Sendable {
    private var ended: [(from: Int64, to: Int64)] = []
    private var since: Int64?

    /// Begins a pause; does nothing during one.
    mutating func begin(at instant: BootInstant) { since = since ?? instant.nanoseconds }

    /// Ends the pause.
    mutating func end(at instant: BootInstant) {
        guard let start = since else { return }
        since = nil
        if instant.nanoseconds > start { ended.append((start, instant.nanoseconds)) }
    }

    /// Silences the frames of a block that lie within a pause.
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
        // A pause that ended before the end of this block does not affect later blocks.
        ended.removeAll { $0.to <= end.nanoseconds }
    }
}

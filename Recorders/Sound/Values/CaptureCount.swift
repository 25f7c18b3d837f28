// Computes how many frames were lost. A card that is not read in time goes on counting and overwrites what it
// kept, so its count shows exactly what is lost. A card that has stopped shows nothing, so the loss is
// estimated from the elapsed time.

/// Counts the frames of one card.
struct CaptureCount: Sendable {
    private let shape: SoundShape
    /// Frames that were read or lost, since the first that the card delivered.
    private(set) var passed: Int64 = 0

    /// The count of a card that has delivered nothing yet.
    init(_ shape: SoundShape) { self.shape = shape }

    /// How many of the waiting frames to skip, because the card has overwritten them or is about to.
    ///
    /// Frames that are close to being overwritten are skipped too: reading takes time, and data that is
    /// overwritten during the read would come from two different times.
    ///
    /// - Parameter waiting: Frames that the card has counted but that were not read.
    /// - Returns: The number of frames; 0 if all waiting frames are intact.
    func overwritten(of waiting: Int64) -> Int64 {
        waiting > Int64(shape.bufferFrames)
            ? waiting - Int64(shape.bufferFrames) + Int64(shape.bufferFrames) / 4 : 0
    }

    /// Notes frames that were read or skipped.
    mutating func pass(_ frames: Int64) { passed += frames }

    /// About how many frames a card would have delivered while it stood still.
    ///
    /// - Parameters:
    ///   - last: When the newest frame that was read or skipped had arrived.
    ///   - start: When the card was restarted.
    /// - Returns: The estimated number.
    func missed(since last: Int64, until start: Int64) -> Int64 {
        shape.frames(inNanoseconds: start - last)
    }
}

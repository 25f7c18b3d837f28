// How many frames nobody got. A card that is not read in time goes on counting, and writes over what it kept: then the
// count tells exactly what is gone. One that has stopped tells nothing, and the time that has passed must do.

/// Counts the frames of one card.
struct CaptureCount: Sendable {
    private let shape: SoundShape
    /// Frames that were read or lost, from the first that the card gave.
    private(set) var passed: Int64 = 0

    /// The count of a card from which nothing has come.
    init(_ shape: SoundShape) { self.shape = shape }

    /// How many of the frames that wait are to be passed over, as the card has written over them, or is about to.
    ///
    /// What is nearest to being written over goes too: reading takes its time, and what is
    /// written over meanwhile would be of two times.
    ///
    /// - Parameter waiting: Frames that the card has counted, and nobody has read.
    /// - Returns: None where all that wait are there.
    func overwritten(of waiting: Int64) -> Int64 {
        waiting > Int64(shape.bufferFrames)
            ? waiting - Int64(shape.bufferFrames) + Int64(shape.bufferFrames) / 4 : 0
    }

    /// Takes frames that were read, or passed over.
    mutating func pass(_ frames: Int64) { passed += frames }

    /// About how many frames a card would have given while it stood still.
    ///
    /// - Parameters:
    ///   - last: When the newest frame that was read or passed over had come.
    ///   - start: When the card began anew.
    /// - Returns: How many.
    func missed(since last: Int64, until start: Int64) -> Int64 {
        shape.frames(inNanoseconds: start - last)
    }
}

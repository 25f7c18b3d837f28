// What may stand between a stream's ring and its file: something that computes further readings from
// those of the source. It runs in the writer's thread, so a device never waits for mathematics.

public import SampleStream

/// Computes readings from those that a source gives.
///
/// What it gives instead goes to the file in its order. All calls come from the writer's thread.
public protocol SampleDeriver<Sample>: AnyObject {
    associatedtype Sample: StreamSample

    /// Takes items in order, and hands on what is to be written for them.
    func derive(
        from items: UnsafeBufferPointer<Sample>,
        _ handOn: (UnsafeBufferPointer<Sample>) -> Void
    )

    /// Hands on what was still waiting for items that will not come.
    func finish(_ handOn: (UnsafeBufferPointer<Sample>) -> Void)

    /// Says in a source's description what it makes of the source; asked at the opening and at the
    /// close.
    func describe(_ description: inout SourceDescription)
}

extension SampleDeriver {
    /// Finishes, after it has taken in what the ring had no room to tell of: what is computed lacks
    /// that too.
    func finish(missing losses: LossLedger, _ handOn: (UnsafeBufferPointer<Sample>) -> Void) {
        let gaps = losses.entries.map { loss in
            Sample.gap(
                channel: loss.channel,
                at: loss.firstMissing,
                lost: loss.count,
                reason: loss.reason,
                isEstimated: loss.isEstimated
            )
        }
        unsafe gaps.withUnsafeBufferPointer { unsafe derive(from: $0, handOn) }
        unsafe finish(handOn)
    }
}

/// Makes the deriver for a source that has been opened; `nil` where nothing is to be computed.
public typealias DeriverMaker<Sample: StreamSample> =
    @Sendable (SourceDescription) -> (any SampleDeriver<Sample>)?

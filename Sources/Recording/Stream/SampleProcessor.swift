// Computes further readings between a stream's ring and its file. It runs on the writer's thread, so that the
// computation never delays the device.

public import SampleStream

/// Computes readings from those of a source.
///
/// Its output is written in the order of its calls of `handOn`. All calls come from the writer's thread.
public protocol SampleProcessor<Sample>: AnyObject {
    associatedtype Sample: StreamSample

    /// Processes items in order, and passes the items to write to `handOn`.
    func derive(
        from items: UnsafeBufferPointer<Sample>,
        _ handOn: (UnsafeBufferPointer<Sample>) -> Void
    )

    /// Passes on what was waiting for further items, because no more will come.
    func finish(_ handOn: (UnsafeBufferPointer<Sample>) -> Void)

    /// Adds to the source's description what it computes; called at the opening and at the close.
    func describe(_ description: inout SourceDescription)
}

extension SampleProcessor {
    /// Processes the losses that the ring had no room to report, then finishes.
    ///
    /// The computed readings lack those samples, too.
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

/// Makes the processor for an open source; `nil` if nothing is to be computed.
public typealias ProcessorMaker<Sample: StreamSample> =
    @Sendable (SourceDescription) -> (any SampleProcessor<Sample>)?

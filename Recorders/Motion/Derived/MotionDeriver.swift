// Attitude, gravity and what follows from them, computed from the readings of accelerometer,
// gyroscope and magnetometer as they are written. Each reading has a record at the gyroscope's stamp, and is
// computed for the instant at which the gyroscope read; what the others felt then is interpolated where they
// read at other instants.

public import Recording
public import SampleStream

/// Computes the derived types of motion from the raw ones.
public final class MotionDeriver: SampleDeriver {
    public typealias Sample = MotionSample

    private var derivation: Derivation

    /// A deriver for what is asked of a source and not given by it; `nil` when that is nothing.
    public init?(for request: MotionRequest, of source: SourceDescription) {
        guard !request.derivedTypes.isEmpty else { return nil }
        derivation = Derivation(for: request, of: source)
    }

    public func describe(_ description: inout SourceDescription) {
        derivation.describe(&description)
    }

    public func derive(
        from items: UnsafeBufferPointer<MotionSample>,
        _ handOn: (UnsafeBufferPointer<MotionSample>) -> Void
    ) {
        // One access a batch: each would be checked.
        unsafe derivation.derive(from: items, handOn)
    }

    public func finish(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        unsafe derivation.finish(handOn)
    }
}

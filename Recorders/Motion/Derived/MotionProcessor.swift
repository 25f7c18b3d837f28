// Computes attitude, gravity and the other derived types from the readings of accelerometer, gyroscope and
// magnetometer while they are written. Each gyroscope reading gives a record with its timestamp, computed for
// the instant at which it was taken. Values of the other sensors are interpolated if they read at other
// instants.

public import Recording
public import SampleStream

/// Computes the derived types of motion from the raw ones.
public final class MotionProcessor: SampleProcessor {
    public typealias Sample = MotionSample

    private var derivation: Derivation

    /// A processor for the derived types that were requested but that the source does not deliver; `nil` if
    /// there are none.
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
        // One access for each batch, because each access is checked for exclusivity.
        unsafe derivation.derive(from: items, handOn)
    }

    public func finish(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        unsafe derivation.finish(handOn)
    }
}

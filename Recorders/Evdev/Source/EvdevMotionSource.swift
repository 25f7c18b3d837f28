// Makes an accelerometer that the kernel presents as an input device a source of motion, for machines whose
// sensors IIO does not support.

internal import InputRecorder
public import MotionRecorder
public import SampleStream
public import Timebase

/// Delivers the readings of an accelerometer that is an input device.
///
/// The device determines the rate; none can be requested.
public final class EvdevMotionSource: SampleSource {
    public typealias Sample = MotionSample

    private let request: MotionRequest
    private var session: EvdevSession?

    /// Creates a source that is not open yet.
    public init(_ request: MotionRequest) {
        self.request = request
    }

    /// Checks that there is such a device and that it may be read.
    public static func check(_ request: MotionRequest) throws {
        _ = try device(for: request)
        try EvdevPermissions.check(inputRequest(request))
    }

    /// The device for a request: one that measures all requested types.
    private static func device(for request: MotionRequest) throws(EvdevError) -> InputDeviceFacts {
        let facts = try DeviceChoice.choose(
            for: inputRequest(request),
            among: InputDeviceFacts.present()
        )
        for type in request.types {
            let isMeasured =
                switch type {
                case .accelerometer: facts.abilities.measuresAcceleration
                case .gyro: facts.abilities.measuresRotation
                default: false
                }
            guard isMeasured else {
                throw EvdevError(.lacks(wanted: type.rawValue), at: facts.title)
            }
        }
        return facts
    }

    /// False: a device does not wait, so readings that find no room are lost, and counted.
    public var waitsForRoom: Bool { false }

    /// True: the kernel queues only about eight reports of a device (at least 64 events), then discards them all.
    public var isUrgent: Bool { true }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        let session = try EvdevSession(try Self.device(for: request), until: stop)
        self.session = session
        var description = session.description
        description.placement = request.placement
        description.details["rate"] = "the device's own"
        if !request.mountMatrix.isIdentity {
            description.details["mountMatrix configured"] = request.mountMatrix.text
        }
        return description
    }

    public func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        guard let session else { return .stopped }
        var taker = MotionTaker(types: request.types, matrix: request.mountMatrix)
        try session.read(&taker, into: &sink, until: stop)
        return .stopped
    }

    public func close() {
        session?.close()
        session = nil
    }

    private static func inputRequest(_ request: MotionRequest) -> InputRequest {
        InputRequest(kinds: [.accelerometer], device: request.device)
    }
}

// An accelerometer that the kernel presents as an input device, as a source of motion: for a machine
// whose sensors IIO does not know.

internal import InputRecorder
public import MotionRecorder
public import SampleStream
public import Timebase

/// Gives what an accelerometer measures that is an input device.
///
/// Its rate is its own: none can be asked for.
public final class EvdevMotionSource: SampleSource {
    public typealias Sample = MotionSample

    private let request: MotionRequest
    private var session: EvdevSession?

    /// A source that waits to be opened.
    public init(_ request: MotionRequest) {
        self.request = request
    }

    /// Looks whether there is such a device, and whether it may be read.
    public static func check(_ request: MotionRequest) throws {
        _ = try device(for: request)
        try EvdevPermissions.check(inputRequest(request))
    }

    /// The device for a request: one that measures all that it asks for.
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

    /// A device waits for nobody: what finds no room is counted.
    public var waitsForRoom: Bool { false }

    /// The kernel keeps eight reports of a device, or 64 events, and then throws all of them away.
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

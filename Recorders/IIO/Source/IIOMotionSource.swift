// A source of motion that reads inertial sensors through Linux's Industrial I/O, on this board or on another
// machine through its daemon, iiod. A child process reads other machines. One thread reads all devices of a
// recorder.

internal import Calibration
public import MotionRecorder
public import SampleStream
internal import SystemCalls
public import Timebase

/// A request: what to record, and from where.
public struct IIORequest: Sendable, Hashable {
    /// The types, their rate, the device, and how it is mounted.
    public var motion: MotionRequest
    /// The context's address: `local:`, `ip:HOST[:PORT]`, `usb:`.
    public var uri: String
    /// The device's name, label or id; several are separated by commas.
    public var device: String?
    /// The path of configfs.
    public var configfs: String
    /// Whether to suppress libiio's messages on standard error.
    ///
    /// This also loses what other threads write there during the milliseconds in which a buffer is enabled or
    /// disabled.
    public var mutesLibrary = false
    /// The calibrations to apply; if `nil`, readings stay as the sensors give them.
    public var calibrations: KnownCalibrations?
    /// Whether the description includes the devices' temperature.
    public var tellsTemperature = false
    /// The address of the context as the user gave it.
    var machine: String

    /// Creates a request; if `motion` names a context as its device, that replaces the context's address.
    public init(
        _ motion: MotionRequest,
        uri: String = "local:",
        configfs: String = "/sys/kernel/config"
    ) {
        let isAddress = motion.device.map(ContextAddress.looksLikeOne) ?? false
        self.motion = motion
        self.uri = isAddress ? motion.device ?? uri : uri
        machine = self.uri
        device = isAddress ? nil : motion.device
        self.configfs = configfs
    }
}

extension IIORequest {
    /// The criteria by which devices are chosen.
    var criteria: SensorChoice.Criteria {
        SensorChoice.Criteria(types: motion.types, device: device, placement: motion.placement)
    }
}

/// Delivers the readings of an IIO context's inertial sensors.
public final class IIOMotionSource: SampleSource {
    public typealias Sample = MotionSample

    private let request: IIORequest
    /// Wakes refills at a stop; `nil` except in the child process that reads another machine's devices.
    private let waker: CancelGuard?
    /// Where a child process reports its progress to its parent.
    private let progress: RemoteProgress?
    private var session: IIOSession?
    private var remote: RemoteDevices?

    /// Creates a source that is not open yet.
    ///
    /// A child process reads the devices of other machines, so the program must call
    /// `SandboxedChild.runIfAsked([IIORemote.service])` before anything else.
    public convenience init(_ request: IIORequest) {
        self.init(request, wokenBy: nil, showing: nil)
    }

    /// Creates a source; if it gets a waker, which only a child process passes, it reads other machines' devices
    /// itself.
    init(_ request: IIORequest, wokenBy waker: CancelGuard?, showing progress: RemoteProgress?) {
        self.request = request
        self.waker = waker
        self.progress = progress
    }

    /// False: a device does not wait, so samples that find no room are lost, and counted.
    public var waitsForRoom: Bool { false }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        // Without this, libiio's write to a daemon that is gone would end the program by a signal.
        SystemThread.seeBrokenPipesAsErrors()
        let address = try ContextAddress(request.uri, supported: IIOContext.backends)
        guard waker != nil || address.isLocal else {
            let (devices, description) = try RemoteDevices.open(request, until: stop)
            remote = devices
            return description
        }
        let session = try IIOSession(request, until: stop, showing: progress)
        self.session = session
        progress?.begin(.sampling)
        try session.start(request, until: stop, wokenBy: waker)
        return session.describe(request)
    }

    public func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        if let remote { return try remote.capture(into: &sink, until: stop) }
        guard let session else { return .stopped }
        let limit = IIOSession.limit(of: stop.request)
        for reader in session.readers { reader.deliverFirst(into: &sink, limit: limit) }
        do {
            if session.context.address.isLocal {
                try session.captureLocally(into: &sink, until: stop)
            } else {
                try session.captureRemotely(into: &sink, until: stop)
            }
        } catch {
            session.isBroken = true
            // Deliver what arrived before the failure, including samples that were held back.
            session.finish(into: &sink, limit: IIOSession.limit(of: stop.request))
            throw error
        }
        return .stopped
    }

    public func close() {
        remote?.close()
        remote = nil
        session?.close()
        session = nil
    }
}

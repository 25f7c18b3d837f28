// The inertial sensors that Linux knows, as a source of motion: on this board, or on another through
// its daemon, whose answers a child process reads. One thread reads all devices of a recorder.

internal import Calibration
public import MotionRecorder
public import SampleStream
internal import SystemCalls
public import Timebase

/// What is to be recorded, from where.
public struct IIORequest: Sendable, Hashable {
    /// The types, their rate, the device and how it is mounted.
    public var motion: MotionRequest
    /// The context's address: `local:`, `ip:HOST[:PORT]`, `usb:`.
    public var uri: String
    /// The device's name, label or id, or several divided by commas.
    public var device: String?
    /// Where configfs is.
    public var configfs: String
    /// Whether libiio's own words on the standard error are kept back, with all that any other thread
    /// says there in the milliseconds in which a buffer is made or given back.
    public var mutesLibrary = false
    /// What readings are calibrated by; without it they are as the sensors give them.
    public var calibrations: KnownCalibrations?
    /// Whether the description is to say how warm the devices are.
    public var tellsTemperature = false
    /// The address of the context as a person has given it.
    var machine: String

    /// A request; where `motion` names a context as its device, that is the context.
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
    /// What a context's devices are chosen by.
    var wish: SensorChoice.Wish {
        SensorChoice.Wish(types: motion.types, device: device, placement: motion.placement)
    }
}

/// Gives what the inertial sensors of an IIO context measure.
public final class IIOMotionSource: SampleSource {
    public typealias Sample = MotionSample

    private let request: IIORequest
    /// What wakes refills: given to whoever may read another machine's devices in this very process.
    private let waker: CancelGuard?
    /// Where a child shows its parent how far it is.
    private let progress: RemoteProgress?
    private var session: IIOSession?
    private var remote: RemoteDevices?

    /// A source that waits to be opened.
    ///
    /// Devices of another machine are read by a child process: the program calls
    /// `SandboxedChild.runIfAsked([IIORemote.service])` first of all.
    public convenience init(_ request: IIORequest) {
        self.init(request, wokenBy: nil, showing: nil)
    }

    /// A source; in a child, which has a waker, every device is read by the process itself.
    init(_ request: IIORequest, wokenBy waker: CancelGuard?, showing progress: RemoteProgress?) {
        self.request = request
        self.waker = waker
        self.progress = progress
    }

    /// A device waits for nobody: what finds no room is counted.
    public var waitsForRoom: Bool { false }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        // A library that writes to a daemon which is gone must not end the program.
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
            // What came before the failure is delivered, held back or not.
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

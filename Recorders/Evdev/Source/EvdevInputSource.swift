// Makes the kernel's input devices a source of input events.

public import InputRecorder
public import SampleStream
public import Timebase

/// Delivers what a participant does with an input device of this machine.
public final class EvdevInputSource: SampleSource {
    public typealias Sample = InputSample

    /// Receives a key that marks an instant: the key with its mark, and when it was pressed.
    public typealias MarkerHandler = @Sendable (KeyMarker, BootInstant) -> Void

    /// Receives a text for the user: a device has gone and is waited for, or is back, and how long it was away.
    public typealias AbsenceHandler = @Sendable (String) -> Void

    private let request: InputRequest
    private let onMarker: MarkerHandler
    private let onAbsence: AbsenceHandler
    private var session: EvdevSession?

    /// Creates a source that is not open yet.
    ///
    /// - Parameters:
    ///   - request: Which device to record, and which kinds of its events.
    ///   - onMarker: Called on the source's own thread, before the events that follow are delivered.
    ///   - onAbsence: Called on the source's own thread, which reads nothing in the meantime; so the handler must
    ///     not wait.
    public init(
        _ request: InputRequest,
        onMarker: @escaping MarkerHandler = { _, _ in },
        onAbsence: @escaping AbsenceHandler = { _ in }
    ) {
        self.request = request
        self.onMarker = onMarker
        self.onAbsence = onAbsence
    }

    /// False: a device does not wait, so events that find no room are lost, and counted.
    public var waitsForRoom: Bool { false }

    /// True: the kernel queues only about eight reports of a device (at least 64 events), then discards them all.
    public var isUrgent: Bool { true }

    public func open(until stop: StopSignal) throws -> SourceDescription {
        try KeyNames.check(request)
        let facts = try DeviceChoice.choose(for: request, among: InputDeviceFacts.present())
        let session = try EvdevSession(
            facts,
            grabs: request.grabs,
            reconnectLimit: request.reconnectLimit,
            onAbsence: onAbsence,
            until: stop
        )
        self.session = session
        var description = session.description
        let given = InputKind.allCases.filter { request.kinds.contains($0) }
        description.asked["events"] = given.map(\.rawValue).joined(separator: ", ")
        description.set["events"] = given.filter(facts.kinds.contains).map(\.rawValue)
            .joined(separator: ", ")
        description.asked["device"] = request.device
        if request.grabs { description.asked["grab"] = "true" }
        if request.reconnectLimit > .zero {
            description.asked["reconnect"] = "\(request.reconnectLimit)"
        }
        // Without this list, a reader of the file could not distinguish a key that was not pressed from one that may
        // not be named.
        if !request.keys.isEmpty {
            description.asked["namedKeys"] = request.keys.joined(separator: ", ")
        }
        if !request.markers.isEmpty {
            let markers = request.markers.map { "\($0.key) = \($0.marker)" }
            description.asked["markers"] = markers.joined(separator: ", ")
        }
        return description
    }

    public func capture(
        into sink: inout SampleSink<InputSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        guard let session else { return .stopped }
        var taker = InputTaker(
            kinds: request.kinds,
            of: session.facts.kinds,
            keys: try KeyNames.codes(of: request.keys),
            markers: try KeyNames.codes(of: request.markers.map(\.key))
        )
        try session.read(&taker, into: &sink, until: stop) { taker in
            guard !taker.pressedMarkers.isEmpty else { return }
            for (marker, time) in taker.pressedMarkers {
                onMarker(request.markers[marker], time)
            }
            taker.pressedMarkers.removeAll(keepingCapacity: true)
        }
        return .stopped
    }

    public func close() {
        session?.close()
        session = nil
    }
}

// Chooses the source of motion. Usually it is the inertial sensors of Linux's Industrial I/O. Linux presents some
// accelerometers as input devices instead; one of these is used if the machine has no inertial sensor, and a note
// informs readers of the data. A sensor that merely lacks a type is not replaced: the participant wears the sensor,
// and not, for example, a game controller that is connected to the machine, too.

internal import EvdevSource
package import IIOSource
package import MotionRecorder
package import RecorderKinds
package import SampleStream
package import SessionRuns
internal import Timebase

/// The motion sensors of a context (libiio's name for a machine's set of sensors).
package struct MotionDevices: Sendable, Hashable {
    /// The address of the context.
    package var uri: String
    /// The calibrations to use; `nil` for uncalibrated values.
    package var calibrations: CalibrationStore?

    /// The sensors at an address.
    package init(uri: String, calibratedBy calibrations: CalibrationStore? = nil) {
        self.uri = uri
        self.calibrations = calibrations
    }

    /// Recorders of motion over these sensors.
    ///
    /// - Parameters:
    ///   - claims: Where a recorder claims its sensors, so that no other records them; `nil` if two recorders may
    ///     share a sensor.
    ///   - notes: Receives a note if an input device is used instead of a sensor.
    /// - Returns: The recorders.
    package func recorders(
        claims: DeviceClaims? = nil,
        noting notes: LaterNotes
    ) -> SourcedKind {
        MotionRecorderKind().over(access: { try check($0.request) }) { order in
            let request = order.request
            let sensors = source(for: request, noting: notes)
            guard let claims else { return sensors }
            let word = request.device ?? request.placement ?? ""
            return AnySampleSource(ClaimedSource(sensors, calledBy: word, claims))
        }
    }

    /// Throws an error that says what prevents the recording.
    package func check(_ request: MotionRequest) throws {
        let asked = asked(request)
        // There are no calibrations for input devices.
        if let calibrations {
            return try IIOPermissions.check(asked.calibrated(by: calibrations))
        }
        do {
            try IIOPermissions.check(asked)
        } catch let absence where leavesRoom(absence, to: request) {
            do {
                try EvdevMotionSource.check(request)
            } catch let error as EvdevError {
                throw Self.failure(error, besides: absence, of: request)
            }
        }
    }

    /// The source for a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - notes: Receives a note if an input device is used instead of a sensor.
    /// - Returns: The sensors, or the input device if there is no sensor.
    package func source(
        for request: MotionRequest,
        noting notes: LaterNotes
    ) -> sending AnySampleSource<MotionSample> {
        let asked = asked(request)
        if let calibrations {
            return AnySampleSource(CalibratedSource(asked, by: calibrations, noting: notes))
        }
        guard isOfThisMachine(asked) else { return AnySampleSource(IIOMotionSource(asked)) }
        return AnySampleSource(
            FallbackSource(
                IIOMotionSource(asked),
                orElse: StandIn(EvdevMotionSource(request), for: request, noting: notes),
                whereNone: { Self.isNoInput($0) || leavesRoom($0, to: request) }
            )
        )
    }

    private func asked(_ request: MotionRequest) -> IIORequest {
        var asked = IIORequest(request, uri: uri)
        // The library's message comes back as an error, which is reported in one line.
        asked.mutesLibrary = true
        return asked
    }

    /// Whether the sensors are this machine's; another machine's daemon offers no input devices to replace them.
    private func isOfThisMachine(_ request: IIORequest) -> Bool {
        request.uri == SourceOptions.defaultURI
    }

    // MARK: Missing sensors

    /// Whether an error permits using an input device instead.
    private func leavesRoom(_ error: any Error, to request: MotionRequest) -> Bool {
        let asked = asked(request)
        guard isOfThisMachine(asked), case .noSuchDevice? = (error as? IIOError)?.kind,
            let sensors = try? IIODeviceList.of(uri: uri, mutesLibrary: true)
        else { return false }
        return Self.isNone(of: asked.device, among: sensors)
    }

    /// Whether there is no motion sensor at all, or none with the requested name.
    package static func isNone(of device: String?, among sensors: IIODeviceList) -> Bool {
        guard let device, !device.isEmpty else { return sensors.devices.isEmpty }
        return sensors.devices(named: [device]).isEmpty
    }

    private static func isNoInput(_ error: any Error) -> Bool {
        guard case .noSuchDevice? = (error as? EvdevError)?.kind else { return false }
        return true
    }

    /// The error if neither kind of device has what is asked for.
    private static func failure(
        _ error: EvdevError,
        besides absence: any Error,
        of request: MotionRequest
    ) -> any Error {
        switch error.kind {
        case .noSuchDevice: return absence
        case .lacks(let wanted):
            let given = request.types.filter { type in
                var one = request
                one.wantedTypes = [type]
                return (try? EvdevMotionSource.check(one)) != nil
            }
            guard !given.isEmpty else { return error }
            let words = given.map(\.rawValue)
            return RunFailure(
                "\(error.place): there is no other motion sensor, and this input device has no "
                    + "\(wanted); ask for what it has by --types \(words.joined(separator: ",")), or "
                    + "in a task by \"recorderTypes\": \(words)"
            )
        default: return error
        }
    }
}

/// An input device that is used instead of a sensor, with a note about it.
private final class StandIn: SampleSource {
    typealias Sample = MotionSample

    private let source: EvdevMotionSource
    private let request: MotionRequest
    private let notes: LaterNotes

    init(
        _ source: EvdevMotionSource,
        for request: MotionRequest,
        noting notes: LaterNotes
    ) {
        self.source = source
        self.request = request
        self.notes = notes
    }

    var waitsForRoom: Bool { source.waitsForRoom }
    var isUrgent: Bool { source.isUrgent }

    func open(until stop: StopSignal) throws -> SourceDescription {
        let description = try source.open(until: stop)
        let place = request.placement.map { " of \($0)" } ?? ""
        notes.tell(
            "the motion\(place) is recorded by the input device '\(description.name)', because no "
                + "motion sensor was found"
        )
        return description
    }

    func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try source.capture(into: &sink, until: stop)
    }

    func close() { source.close() }
}

// The gait of a session: which of its sensors can tell it, and what each says.

internal import Gait
internal import MotionRecorder
public import SessionFolder

/// What a session says of somebody's gait.
public struct SessionGait: Sendable {
    /// The session.
    public let session: Session
    /// What was asked.
    public let request: GaitRequest
    /// What each sensor says, in the order of the session's files.
    public private(set) var sensors: [SensorGait] = []
    /// Sensors and files that say nothing, and why.
    public private(set) var left: [SessionMotion.Left]

    /// Reads a session's gait.
    ///
    /// - Parameters:
    ///   - motion: The session's motion.
    ///   - request: What is asked.
    /// - Throws: `SessionError` where a file cannot be read, or no sensor can tell anything.
    public init(of motion: SessionMotion, _ request: GaitRequest) throws(SessionError) {
        (session, self.request) = (motion.session, request)
        left = motion.left
        if !motion.sensors.isEmpty { try Self.requireFiles(of: request.placements, in: motion) }
        var steps: Set<String> = []
        for sensor in motion.sensors {
            switch try Self.read(sensor, of: motion, request, noting: &steps) {
            case .gait(let gait): sensors.append(gait)
            case .none(let why):
                left.append(SessionMotion.Left(path: sensor.file.path, why: why))
            }
        }
        guard !sensors.isEmpty else {
            throw SessionError(
                "no sensor of it tells anything of gait"
                    + (left.isEmpty
                        ? "" : ": " + left.map { "\($0.path): \($0.why)" }.joined(separator: "; ")),
                where: motion.session.path,
                remedy:
                    "record an accelerometer at the low back, or accelerometer and gyroscope on a foot"
            )
        }
        for name in [request.step, request.standingStep].compactMap({ $0 })
        where !steps.contains(where: { GaitRequest.isStep($0, called: name) }) {
            throw SessionError(
                "it has no step \"\(name)\"",
                where: motion.session.path,
                remedy: steps.isEmpty
                    ? "leave the step out"
                    : "name one of \(steps.sorted().prefix(20).joined(separator: ", "))"
            )
        }
    }

    private enum Found {
        case gait(SensorGait)
        case none(String)
    }

    private static func requireFiles(
        of placements: [GaitRequest.Placement],
        in motion: SessionMotion
    ) throws(SessionError) {
        for name in placements.compactMap(\.file)
        where !motion.sensors.contains(where: { $0.file.isCalled(name) }) {
            throw SessionError(
                "it has no sensor in a file \"\(name)\"",
                where: motion.session.path,
                remedy: "name one of \(motion.sensors.map(\.file.path).joined(separator: ", "))"
            )
        }
    }

    private static func read(
        _ sensor: MotionSensor,
        of motion: SessionMotion,
        _ request: GaitRequest,
        noting steps: inout Set<String>
    ) throws(SessionError) -> Found {
        guard sensor.acceleration != nil else { return .none("it has no accelerations") }
        let isOnly = motion.sensors.count == 1
        guard let (placement, source) = place(of: sensor, request, isOnly: isOnly) else {
            return .none(
                "the session does not say where it was; say so with "
                    + "--placement \(sensor.file.identifier)=lowBack, or where else it was"
            )
        }
        let reading: GaitReading
        switch placement {
        case .lowBack:
            reading = GaitReading(
                try motion.reader(of: sensor, at: .acceleration, without: unwanted),
                of: sensor,
                in: motion.session,
                request
            )
            guard !reading.hasTimesOfArrival else { return .none(arrivals) }
            guard GaitStream.rates ~= reading.rate else {
                return .none(rateProblem(reading.rate, GaitStream.rates))
            }
        case .foot:
            guard sensor.rotation != nil else {
                return .none(
                    "it was on a foot and has no gyroscope, without which nobody knows where the foot went"
                )
            }
            reading = GaitReading(
                try motion.reader(of: sensor, at: .rotation, without: unwanted),
                of: sensor,
                in: motion.session,
                request
            )
            guard !reading.hasTimesOfArrival else { return .none(arrivals) }
            guard footRates ~= reading.rate else {
                return .none(rateProblem(reading.rate, footRates))
            }
        case .other(let name):
            return .none(
                "it was at \"\(name)\", and gait is read at the low back and on feet; if it was there, say so with "
                    + "--placement \(sensor.file.identifier)=lowBack"
            )
        }
        var gait = SensorGait(
            file: sensor.file.path,
            placement: placement,
            placementSource: source,
            rateInHertz: reading.rate,
            hasGyroscope: sensor.rotation != nil,
            leg: request.leg ?? sensor.recordedLeg,
            content: .foot(FootGait())
        )
        if placement == .lowBack {
            gait.content = .lowBack(try reading.lowBack(&gait))
        } else {
            gait.content = .foot(try reading.foot(&gait))
        }
        steps.formUnion(reading.steps)
        return .gait(gait)
    }

    private static let unwanted: Set<MotionSensorType> = [.magnetometer, .magneticField]
    /// The rates that a foot is followed at.
    private static let footRates = 25.0...10_000.0

    private static let arrivals =
        "its readings came in batches and have the times at which they came, so that nobody knows when each was "
        + "taken; record with a source that tells the times of the readings"

    private static func rateProblem(_ rate: Double, _ rates: ClosedRange<Double>) -> String {
        "it has \((10 * rate).rounded() / 10) readings a second, and gait takes \(Int(rates.lowerBound)) to "
            + "\(Int(rates.upperBound))"
    }

    /// Where a sensor was: what was told of its file counts most, then the session's word, then what was told of all.
    ///
    /// The only sensor is taken for one of the low back where nobody says it.
    private static func place(
        of sensor: MotionSensor,
        _ request: GaitRequest,
        isOnly: Bool
    ) -> (GaitPlacement, SensorGait.PlacementSource)? {
        let own = request.placements.last { $0.file.map(sensor.file.isCalled) ?? false }
        if let own { return (own.placement, .told) }
        if let known = sensor.placement { return (known, .session) }
        let general = request.placements.last { $0.file == nil }
        if let general { return (general.placement, .told) }
        return isOnly ? (.lowBack, .assumed) : nil
    }
}

extension MotionSensor {
    /// How long a leg is by what the recorder was told.
    fileprivate var recordedLeg: GaitRequest.Leg? {
        device?.details["legLength"].flatMap(Double.init).flatMap {
            GaitReport.legLengthsInMetres ~= $0 ? .recorded($0) : nil
        }
    }
}

extension SessionManifest.File {
    /// Whether a person means it by a name: its own, its identifier, or the name without the ending.
    func isCalled(_ name: String) -> Bool {
        name == path || name == identifier || path.hasPrefix("\(name).")
    }
}

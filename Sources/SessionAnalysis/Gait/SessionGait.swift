// The gait of a session: selects the sensors that can measure it, and analyses each.

internal import Gait
internal import MotionRecorder
public import SessionFolder

/// The gait in a session.
public struct SessionGait: Sendable {
    /// The session.
    public let session: Session
    /// The request.
    public let request: GaitRequest
    /// The results of each sensor, in the order of the session's files.
    public private(set) var sensors: [SensorGait] = []
    /// What is not in the figures, and why: sensors and files that cannot be used, and what repairs have left out.
    public private(set) var left: [SessionMotion.Left]

    /// Analyses a session's gait.
    ///
    /// - Parameters:
    ///   - motion: The session's motion.
    ///   - request: The request.
    /// - Throws: `SessionError` if a file cannot be read, no sensor can be used, or the session does not have what is
    ///   requested.
    public init(of motion: SessionMotion, _ request: GaitRequest) throws(SessionError) {
        (session, self.request) = (motion.session, request)
        left = motion.left
        if !motion.sensors.isEmpty { try Self.requireSensors(for: request.placements, in: motion) }
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
        let end = sensors.compactMap(\.end).max()
        if let tooLate = SessionError.tooLate(request.from, after: end, where: session.path) {
            throw tooLate
        }
        // A repaired file does not show what it lacks, so no figure counts that as missing.
        left += session.manifest.repairsWithLosses.map {
            SessionMotion.Left(path: $0.path, why: $0.lackInWords)
        }
    }

    private enum Found {
        case gait(SensorGait)
        case none(String)
    }

    /// Refuses a placement that applies to no sensor, or is one of two: the figures would be those of another placement.
    private static func requireSensors(
        for placements: [GaitRequest.Placement],
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
        for file in motion.sensors.map(\.file) {
            let names = placements.compactMap(\.file).filter(file.isCalled)
            guard names.count < 2 else {
                throw SessionError(
                    "\(names.joined(separator: " and ")) are one file, \(file.path), "
                        + "with two places",
                    where: motion.session.path,
                    remedy: "give one place for each file"
                )
            }
        }
        let known = motion.sensors.compactMap { sensor in
            let own = placements.last { $0.file.map(sensor.file.isCalled) ?? false }
            return (own?.placement ?? sensor.placement).map { (sensor.file.path, $0) }
        }
        // A placement without a file that repeats what the session has is right, though it changes nothing.
        guard let general = placements.last(where: { $0.file == nil })?.placement,
            let first = motion.sensors.first, known.count == motion.sensors.count,
            !known.contains(where: { $0.1 == general })
        else { return }
        let places = known.map { path, place in "\(path): \(place.name)" }
        throw SessionError(
            "each of its sensors has a place, so --placement \(general.name) applies to none: "
                + places.joined(separator: ", "),
            where: motion.session.path,
            remedy:
                "name a file, as in --placement \(first.file.path)=\(general.name), or leave it out"
        )
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
                    + "--placement \(sensor.file.path)=lowBack, or where else it was"
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
                    "it was on a foot and has no gyroscope, without which the path of the foot is unknown"
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
                    + "--placement \(sensor.file.path)=lowBack"
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
    /// The accepted rates of a foot sensor.
    private static let footRates = 25.0...10_000.0

    private static let arrivals =
        "its readings came in batches and have the times at which they came, so that nobody knows when each was "
        + "taken; record with a source that tells the times of the readings"

    private static func rateProblem(_ rate: Double, _ rates: ClosedRange<Double>) -> String {
        "it has \((10 * rate).rounded() / 10) readings a second, and gait takes \(Int(rates.lowerBound)) to "
            + "\(Int(rates.upperBound))"
    }

    /// Determines a sensor's placement: first the user's for its file, then the session's, then the user's for all
    /// sensors.
    ///
    /// If none is given and there is only one sensor, assumes the low back.
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
    /// The leg length that the recorder was given.
    fileprivate var recordedLeg: GaitRequest.Leg? {
        device?.details["legLength"].flatMap(Double.init).flatMap {
            GaitReport.legLengthsInMetres ~= $0 ? .recorded($0) : nil
        }
    }
}

extension SessionManifest.File {
    /// True if the user's name means this file: its path, its identifier, or the path without the ending.
    func isCalled(_ name: String) -> Bool {
        name == path || name == identifier || path.hasPrefix("\(name).")
    }
}

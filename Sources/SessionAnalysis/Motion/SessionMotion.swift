// The beginning of every analysis of a session: which sensors it has, and a reader of each.

internal import MotionRecorder
internal import RecorderKinds
internal import SampleFile
public import SessionFolder

/// The motion that a session has recorded.
public struct SessionMotion: Sendable {
    /// A file without motion that could be analysed, and why.
    public struct Left: Sendable, Hashable {
        public var path: String
        public var why: String
    }

    public let session: Session
    /// The sensors whose motion can be analysed, in the order of the session's files.
    public let sensors: [MotionSensor]
    /// The other files of samples.
    public let left: [Left]

    /// Opens a session that is to be analysed.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - deed: What is to be done with it, such as "analyse it": errors say so.
    /// - Throws: `SessionError` where it is none, a run is still writing it, or a file is not what it was when it was
    ///   closed.
    public init(opening path: String, to deed: String) throws(SessionError) {
        self.init(of: try Session(openingWhole: path, to: deed), to: deed)
    }

    /// Looks which sensors an open session has.
    package init(of session: Session, to deed: String) {
        self.session = session
        var sensors: [MotionSensor] = []
        var left: [Left] = []
        for file in session.sampleFiles {
            do throws(SessionError) {
                switch try Self.find(file, of: session, to: deed) {
                case .sensor(let sensor): sensors.append(sensor)
                case .none(let why): left.append(Left(path: file.path, why: why))
                }
            } catch {
                left.append(Left(path: file.path, why: "\(error.what); \(error.remedy)"))
            }
        }
        (self.sensors, self.left) = (sensors, left)
    }

    private enum Found {
        case sensor(MotionSensor)
        case none(String)
    }

    private static func find(
        _ file: SessionManifest.File,
        of session: Session,
        to deed: String
    ) throws(SessionError) -> Found {
        try session.requirePlain(file)
        let record = try session.columns(of: file, by: [MotionRecorderKind()], to: deed)
        guard let columns = MotionColumns(record) else {
            return .none("its records have no x, y and z")
        }
        var types = Set(
            file.sensors.filter { $0.samples > 0 }.compactMap {
                MotionSensorType(rawValue: $0.sensorType)
            }
        )
        if types.isEmpty {
            types = try MotionTypeSearch.types(of: file, of: session, columns)
        }
        let sensor = MotionSensor(
            file,
            types: types,
            device: session.device(of: file),
            columns: columns
        )
        guard sensor.acceleration != nil || sensor.rotation != nil else {
            return .none("it has no readings of an accelerometer or a gyroscope")
        }
        return .sensor(sensor)
    }
}

extension SessionError {
    /// What went wrong with a file of samples.
    static func of(_ error: SampleFileError) -> SessionError {
        SessionError(error.what, where: error.path, remedy: error.remedy)
    }
}

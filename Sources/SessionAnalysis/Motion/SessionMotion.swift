// The entry point of all analyses of a session: lists its sensors, and makes a reader for each.

internal import MotionRecorder
internal import RecorderKinds
internal import SampleFile
public import SessionFolder

/// The motion recorded in a session.
public struct SessionMotion: Sendable {
    /// A file that cannot be analysed as motion, and why.
    public struct Left: Sendable, Hashable {
        public var path: String
        public var why: String
    }

    public let session: Session
    /// The sensors that can be analysed, in the order of the session's files.
    public let sensors: [MotionSensor]
    /// The other files of samples.
    public let left: [Left]

    /// Opens a session for analysis.
    ///
    /// - Parameters:
    ///   - path: The session folder.
    ///   - deed: The purpose for error messages, such as "analyse it".
    /// - Throws: `SessionError` if there is no session, a run is still writing it, or a file has changed since it was
    ///   closed.
    public init(opening path: String, to deed: String) throws(SessionError) {
        self.init(of: try Session(openingWhole: path, to: deed), to: deed)
    }

    /// Finds the sensors of an open session.
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

    private static let withoutAxes = "it has no motion: its records have no x, y and z"

    private static func find(
        _ file: SessionManifest.File,
        of session: Session,
        to deed: String
    ) throws(SessionError) -> Found {
        try session.requirePlain(file)
        // Checked first, since the columns of other recorders may be unknown here.
        if let names = file.columns, !MotionColumns.axes.allSatisfy(names.contains) {
            return .none(withoutAxes)
        }
        let record = try session.columns(of: file, by: [MotionRecorderKind()], to: deed)
        guard let columns = MotionColumns(record) else {
            return .none(withoutAxes)
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
    /// Converts the error of a sample file.
    static func of(_ error: SampleFileError) -> SessionError {
        SessionError(error.what, where: error.path, remedy: error.remedy)
    }
}

// Which files of a session an attitude can be computed of, what becomes of the others, and whether this machine has the
// memory: whoever is killed in the midst of it would not know why.

internal import MotionRecorder
internal import PlainWords
internal import RecorderKinds
internal import SampleStream
internal import SessionFolder
internal import SessionRuns
internal import SystemCalls

/// What of a session an attitude can be computed of.
struct AttitudeSurvey {
    private let session: Session
    private let name: String
    /// The files that have an accelerometer and a gyroscope, with all that they have of raw readings.
    private(set) var raw: [RepeatedFile] = []
    /// What whoever reads the new session should know of the others, a line each.
    private(set) var notes: [String] = []

    /// What an attitude takes.
    private static let needed: [MotionSensorType] = [.accelerometer, .gyro]
    /// What a step takes at the most while the attitudes are worked out, with what arrays keep in reserve.
    private static let bytesPerStep: Int64 = 260
    /// What a step takes once they are.
    private static let bytesPerAttitude: Int64 = 64

    /// - Parameters:
    ///   - session: The session.
    ///   - name: What it was called by.
    init(of session: Session, called name: String) {
        self.session = session
        self.name = name
    }

    /// Looks at each of its files.
    ///
    /// - Throws: `RunFailure` where there is none that will do.
    mutating func look() throws {
        let motion = MotionRecorderKind()
        var reasons: [String] = []
        for file in session.sampleFiles {
            try session.requirePlain(file)
            guard OfflineMotion.reads(file) else {
                leave(file, "it has no motion")
                continue
            }
            let present = try RecordedSessionSource.types(of: file, in: session)
            let missing = Self.needed.filter { !present.contains($0) }
            let types = MotionSensorType.raw.filter(present.contains).map(\.rawValue)
            guard missing.isEmpty,
                let repeated = try RepeatedFile(file, of: session, givenTo: motion, only: types)
            else {
                let reason =
                    "it has no \(missing.map(\.rawValue).joined(separator: " and no ")), and an attitude takes "
                    + "both an accelerometer and a gyro"
                reasons.append("\(file.path): \(reason)")
                leave(file, reason)
                continue
            }
            raw.append(repeated)
        }
        guard raw.isEmpty else { return }
        let why = reasons.first ?? "it has no file of motion"
        throw RunFailure(
            "\(name.printable): \(why.printable); name a session that was recorded with "
                + "`--types accelerometer,gyro`, and `,magnetometer` for a heading"
        )
    }

    private mutating func leave(_ file: SessionManifest.File, _ reason: String) {
        notes.append("\(file.path): \(reason); it is in the session that was processed alone")
    }

    /// Refuses what would take more memory than there is.
    ///
    /// - Parameter available: How much there is, if that is known.
    /// - Throws: `RunFailure` where that is too little.
    func requireMemory(of available: Int64?) throws(RunFailure) {
        guard let available else { return }
        // One after the other; the attitudes of those before it stay. A file whose writer was killed does not say how
        // long it is: `mostSteps` is for that.
        var (kept, most, all) = (Int64(0), Int64(0), Int64(0))
        for count in raw.map({ Self.steps(of: $0.file) }) {
            most = max(most, kept.addingClamped(count.timesClamped(Self.bytesPerStep)))
            kept = kept.addingClamped(count.timesClamped(Self.bytesPerAttitude))
            all = all.addingClamped(count)
        }
        let needed = max(most, kept)
        guard needed > available else { return }
        throw tooLong(
            "\(Quantity.grouped(Int(clamping: all))) readings takes about \(Quantity.bytes(needed))",
            available
        )
    }

    /// How many steps a file may have at the most.
    ///
    /// - Parameters:
    ///   - done: How many those before it have.
    ///   - available: How much memory there is, if that is known.
    /// - Returns: Their number.
    static func mostSteps(after done: Int, of available: Int64?) -> Int {
        guard let available else { return .max }
        let kept = Int64(done).timesClamped(bytesPerAttitude)
        return Int(clamping: max(0, available - min(available, kept)) / bytesPerStep)
    }

    /// Why what is too long for this machine is not processed.
    func tooLong(_ most: Int, _ available: Int64?) -> RunFailure {
        tooLong("more than \(Quantity.grouped(most)) readings takes more", available ?? 0)
    }

    private func tooLong(_ what: String, _ available: Int64) -> RunFailure {
        RunFailure(
            "\(name.printable): the attitude of \(what) of memory, and \(Quantity.bytes(available)) are available; "
                + "process it on a machine with more"
        )
    }

    /// How many steps a file has: its gyroscope's readings, and some for those that are missing.
    private static func steps(of file: SessionManifest.File) -> Int64 {
        guard
            let gyro = file.sensors.first(where: { $0.sensorType == MotionSensorType.gyro.rawValue }
            )
        else { return 0 }
        let samples = Int64(gyro.samples)
        return samples.addingClamped(min(samples, Int64(gyro.missing)))
    }
}

extension Int64 {
    fileprivate func timesClamped(_ factor: Int64) -> Int64 {
        let (product, isTooMuch) = multipliedReportingOverflow(by: factor)
        return isTooMuch ? .max : product
    }
}

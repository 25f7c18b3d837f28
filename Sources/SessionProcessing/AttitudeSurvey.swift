// Finds the files of a session for which an attitude can be computed, notes why others are left out, and checks that
// the memory suffices: otherwise the kernel would kill the process without an explanation.

internal import MotionRecorder
internal import PlainWords
internal import RecorderKinds
internal import SampleStream
internal import SessionFolder
internal import SessionRuns
internal import SystemCalls

/// The files of a session for which an attitude can be computed.
struct AttitudeSurvey {
    private let session: Session
    private let name: String
    /// The files with an accelerometer and a gyroscope, with all their raw readings.
    private(set) var raw: [RepeatedFile] = []
    /// Remarks on the other files for the user, one a line.
    private(set) var notes: [String] = []

    /// The types that an attitude needs.
    private static let needed: [MotionSensorType] = [.accelerometer, .gyro]
    /// The most memory that a step needs during the computation, including the arrays' reserve.
    private static let bytesPerStep: Int64 = 260
    /// The memory that a step needs afterwards.
    private static let bytesPerAttitude: Int64 = 64

    /// A survey that has not examined any file yet.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - name: The name by which the user called it.
    init(of session: Session, called name: String) {
        self.session = session
        self.name = name
    }

    /// Examines each of its files.
    ///
    /// - Throws: `RunFailure` if none can be used.
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
        notes.append("\(file.path): \(reason); only the session that was processed has it")
    }

    /// Refuses a session that needs more memory than available.
    ///
    /// - Parameter available: The available memory, if known.
    /// - Throws: `RunFailure` if the memory does not suffice.
    func requireMemory(of available: Int64?) throws(RunFailure) {
        guard let available else { return }
        // Files are processed one after the other, and the earlier ones' attitudes stay in memory. A file of a killed
        // writer does not state its length; `mostSteps` limits it while it is read.
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

    /// The largest number of steps of a file.
    ///
    /// - Parameters:
    ///   - done: The number of steps in the earlier files.
    ///   - available: The available memory, if known.
    /// - Returns: The number of steps.
    static func mostSteps(after done: Int, of available: Int64?) -> Int {
        guard let available else { return .max }
        let kept = Int64(done).timesClamped(bytesPerAttitude)
        return Int(clamping: max(0, available - min(available, kept)) / bytesPerStep)
    }

    /// The error for a file that is too long for this machine.
    func tooLong(_ most: Int, _ available: Int64?) -> RunFailure {
        tooLong("more than \(Quantity.grouped(most)) readings takes more", available ?? 0)
    }

    private func tooLong(_ what: String, _ available: Int64) -> RunFailure {
        RunFailure(
            "\(name.printable): the attitude of \(what) of memory, and \(Quantity.bytes(available)) are available; "
                + "process it on a machine with more"
        )
    }

    /// The number of steps of a file: its gyroscope's readings, and some for missing ones.
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

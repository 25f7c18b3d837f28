// How well the times of several devices can be compared. Each device's clock was converted to boot time with an
// error that is in the journal; the errors of two devices add up.

internal import SampleFile
internal import SystemCalls
internal import Timebase

/// By how much the times in the files of several devices may disagree.
public struct ClockAlignment: Hashable, Sendable, Codable {
    /// The clock of one file's device.
    public struct Clock: Hashable, Sendable, Codable {
        public var file: String
        public var device: String
        /// The largest error of its times, in milliseconds; absent if the session does not say.
        public var errorMilliseconds: Double?
    }

    public var clocks: [Clock]
    /// The number of devices that filled the files.
    public var devices: Int
    /// By how much the times of two devices may disagree at worst; absent if a clock's error is unknown.
    public var errorMilliseconds: Double?

    /// Computes the alignment of clocks with these errors; `nil` for fewer than two devices.
    ///
    /// - Parameter found: The clock of each file, with the index of its device: files of one device have one
    ///   clock.
    init?(_ found: [(device: Int, clock: Clock)]) {
        let byDevice = Dictionary(grouping: found, by: \.device).values
        guard byDevice.count > 1 else { return nil }
        clocks = found.map(\.clock)
        devices = byDevice.count
        let errors = byDevice.compactMap { $0.compactMap(\.clock.errorMilliseconds).max() }
            .sorted(by: >)
        errorMilliseconds = errors.count == devices ? errors[0] + errors[1] : nil
    }

    /// The alignment in words.
    public var summary: String {
        if errorMilliseconds == 0 { return "the files of all devices are of one clock" }
        if let errorMilliseconds {
            return "the files of \(devices) devices are in step to"
                + " \(QualityRules.seconds(errorMilliseconds / 1e3)) at worst"
        }
        let unknown = clocks.filter { $0.errorMilliseconds == nil }.map(\.file)
        return "nothing tells how exact the clock of \(unknown.joined(separator: ", ")) is"
    }
}

extension ClockAlignment {
    /// Computes the alignment of a session's devices; `nil` if fewer than two devices filled its files.
    init?(of session: Session) {
        let manifest = session.manifest
        let files = manifest.sampleFiles.filter { file in
            file.device.map(manifest.devices.indices.contains) ?? false
        }
        guard Set(files.compactMap(\.device)).count > 1 else { return nil }
        let errors = Self.errors(in: session)
        self.init(
            files.compactMap { file in
                file.device.map { place in
                    let device = manifest.devices[place]
                    // Timestamps by one of the kernel's own clocks need no conversion.
                    let isKernels = ["boottime", "monotonic"].contains(device.clock)
                    let told = errors[file.path]?.worst.map { Double($0) / 1e6 }
                    let clock = Clock(
                        file: file.path,
                        device: device.name,
                        errorMilliseconds: told ?? (isKernels ? 0 : nil)
                    )
                    return (place, clock)
                }
            }
        )
    }

    /// Returns the errors of the clock pairs in the journal, by file.
    private static func errors(in session: Session) -> [String: PairErrors] {
        var errors: [String: PairErrors] = [:]
        guard let name = session.manifest.journal?.path,
            var reader = try? SampleFileReader(
                opening: name,
                in: session.folder,
                schema: JournalFile.schema
            )
        else { return errors }
        // A damaged journal is reported elsewhere; what comes before the damage is valid.
        while let batch = try? reader.nextBatch() {
            for row in 0..<batch.count {
                guard let told = JournalReading.deviceClock(row, of: batch),
                    errors.count < 1024 || errors[told.file] != nil
                else { continue }
                errors[told.file, default: PairErrors()].add(told.pair)
            }
        }
        return errors
    }
}

/// The errors of one clock's pairs.
///
/// If a pair is recorded again, the last record counts.
struct PairErrors {
    private var recent: [(device: Int64, boottime: Int64, error: Int64)] = []
    private var worstBefore: Int64?

    /// A pair is recorded again soon, if at all, so for earlier pairs the largest error is enough.
    private static let remembered = 64

    mutating func add(_ pair: ClockPair) {
        let again = recent.firstIndex {
            $0.device == pair.deviceNanoseconds && $0.boottime == pair.boottimeNanoseconds
        }
        if let again {
            recent[again].error = pair.errorNanoseconds
            return
        }
        if recent.count == Self.remembered {
            worstBefore = max(worstBefore ?? 0, recent.removeFirst().error)
        }
        recent.append((pair.deviceNanoseconds, pair.boottimeNanoseconds, pair.errorNanoseconds))
    }

    /// The largest error; `nil` without a pair.
    var worst: Int64? {
        (recent.map(\.error) + [worstBefore].compactMap { $0 }).max()
    }
}

// What it is worth to compare the times of two devices: each device's clock was converted to boot time with an error
// that the journal tells, and two errors add up.

internal import SampleFile
internal import SystemCalls
internal import Timebase

/// By how much the files of several devices may be out of step.
public struct ClockAlignment: Hashable, Sendable, Codable {
    /// The clock of one file's device.
    public struct Clock: Hashable, Sendable, Codable {
        public var file: String
        public var device: String
        /// By how much its times may be wrong, in milliseconds; absent where the session does not tell it.
        public var errorMilliseconds: Double?
    }

    public var clocks: [Clock]
    /// How many devices filled the files.
    public var devices: Int
    /// By how much the files of two devices may be out of step at worst; absent where a clock's error is not told.
    public var errorMilliseconds: Double?

    /// The alignment of clocks with these errors; `nil` of fewer than two devices.
    ///
    /// - Parameter found: The clock of each file, by the place of its device: files of one device have one clock.
    init?(_ found: [(device: Int, clock: Clock)]) {
        let byDevice = Dictionary(grouping: found, by: \.device).values
        guard byDevice.count > 1 else { return nil }
        clocks = found.map(\.clock)
        devices = byDevice.count
        let errors = byDevice.compactMap { $0.compactMap(\.clock.errorMilliseconds).max() }
            .sorted(by: >)
        errorMilliseconds = errors.count == devices ? errors[0] + errors[1] : nil
    }

    /// What it is worth, in words.
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
    /// The alignment of a session's devices; `nil` where a single one filled its files.
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
                    // What the kernel stamps with its own clock needs no conversion.
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

    /// The errors of the pairs that the journal tells of each file's clock.
    private static func errors(in session: Session) -> [String: PairErrors] {
        var errors: [String: PairErrors] = [:]
        guard let name = session.manifest.journal?.path,
            var reader = try? SampleFileReader(
                opening: name,
                in: session.folder,
                schema: JournalFile.schema
            )
        else { return errors }
        // What is wrong with the journal is found elsewhere: what it tells until then is true.
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

/// The errors of one clock's pairs: of a pair that is told again, the last one holds.
struct PairErrors {
    private var recent: [(device: Int64, boottime: Int64, error: Int64)] = []
    private var worstBefore: Int64?

    /// A pair is told again soon, if at all: of earlier ones the greatest error is enough.
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

    /// The greatest error that holds; `nil` without a pair.
    var worst: Int64? {
        (recent.map(\.error) + [worstBefore].compactMap { $0 }).max()
    }
}

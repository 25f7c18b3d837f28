// The manifest's bytes. Reading is where the outside enters: a size that no manifest has, a path
// that leads out of the folder, a key of the wrong type are told here, by the key's place.

internal import FoundationEssentials
internal import SampleFile
internal import SystemCalls
internal import Timebase

extension SessionManifest {
    /// The manifest's name in every session folder.
    public static let fileName = "manifest.json"
    /// The result's name in every session folder.
    public static let taskResultName = "taskResult.json"
    /// The answers' name in the session folder of a task that asked questions.
    public static let answersName = "answers.json"
    /// The name of what is kept of a run until it has come to its end.
    package static let progressName = ".progress"
    /// A larger manifest is taken for something else.
    package static let sizeLimit: Int64 = 16 << 20

    /// What helps against a manifest that cannot be read.
    private static func remedy(for place: String) -> String {
        // Only the journal, or the name that a recording gave its folder, tells enough to make it anew.
        let folder = FileSystem.parent(of: place) ?? ""
        if DeadRuns.looksLikeARun(folder)
            || FileSystem.kind(of: "\(folder)/\(JournalFile.fileName)") == .file
        {
            return "run `footfall repair` on the folder, or restore the manifest from a copy"
        }
        return "restore it from a copy; without it `footfall repair` mends the sample files one by"
            + " one, each by its path"
    }

    /// The manifest's bytes, the same for the same value.
    public func encoded() throws(SessionError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self)) + [UInt8(ascii: "\n")]
        } catch {
            throw SessionError(
                "a value cannot be written as JSON (\(error))",
                where: Self.fileName,
                remedy: "leave out rates and times that are not finite"
            )
        }
    }

    /// Reads a manifest's bytes; `place` is the file, for messages.
    public init(decoding bytes: [UInt8], where place: String) throws(SessionError) {
        do {
            self = try JSONDecoder().decode(SessionManifest.self, from: Data(bytes))
        } catch {
            throw SessionError(
                DecodingProblem.line(for: error),
                where: place,
                remedy: Self.remedy(for: place)
            )
        }
        if let problem = firstProblem {
            throw SessionError(problem, where: place, remedy: Self.remedy(for: place))
        }
    }

    /// Says that it may tell what this code passes over, and would leave out where it writes it anew; `nil` of
    /// one that this code knows.
    var laterVersion: String? {
        guard version > Self.currentVersion else { return nil }
        return "it is of version \(version), and this Footfall knows up to \(Self.currentVersion)"
    }

    /// What no decoder of single values can see.
    var firstProblem: String? {
        if format != Self.formatName {
            return "`format` is \"\(format)\", not \"\(Self.formatName)\""
        }
        if version < 1 { return "`version` is \(version); the first is 1" }
        if timeZone.secondsFromGMT.magnitude > 86_400 {
            return "`timeZone.secondsFromGMT` is \(timeZone.secondsFromGMT), more than a day"
        }
        if clocks.isEmpty { return "`clocks` has no reading" }
        if let index = clocks.firstIndex(where: { !Self.isPlausible($0) }) {
            return "`clocks[\(index)]` is no time that clocks show"
        }
        if startUptime.nanoseconds.magnitude > Self.longestUptime {
            return "`startUptime` is no time that a clock shows"
        }
        var paths = Set([Self.fileName, Self.taskResultName, Self.answersName])
        for (index, file) in files.enumerated() {
            if let problem = Self.problem(ofPath: file.path) {
                return "`files[\(index)].path` \(problem)"
            }
            if !paths.insert(file.path).inserted {
                return "`files[\(index)].path` is \"\(file.path)\", which is another file's"
            }
            if file.layout == .csv,
                let name = file.columns?.first(where: { !SampleFileLayout.canHead($0) })
            {
                return
                    "`files[\(index)].columns` has \(name.debugDescription), which is no name of a column"
            }
            if file.startUptime.nanoseconds.magnitude > Self.longestUptime {
                return "`files[\(index)].startUptime` is no time that a clock shows"
            }
            if !file.counts.allSatisfy(Self.isCount) {
                return "`files[\(index)]` has a number that is no count"
            }
            if let device = file.device, !devices.indices.contains(device) {
                return
                    "`files[\(index)].device` is \(device), and there are \(devices.count) devices"
            }
        }
        if let taskResult, taskResult.path != Self.taskResultName {
            return "`taskResult.path` is not \"\(Self.taskResultName)\""
        }
        if let index = recovered.firstIndex(where: { !$0.counts.allSatisfy(Self.isCount) }) {
            return "`recovered[\(index)]` has a number that is no count"
        }
        if let journal, journal.records < 0 || !(0...Self.largestFile).contains(journal.size) {
            return "`journal` has a number that is no count"
        }
        if let journal, let problem = Self.problem(ofPath: journal.path) {
            return "`journal.path` \(problem)"
        }
        if let journal, !paths.insert(journal.path).inserted {
            return "`journal.path` is \"\(journal.path)\", which is another file's"
        }
        if let answers, answers.path != Self.answersName {
            return "`answers.path` is not \"\(Self.answersName)\""
        }
        return nil
    }

    private static func isCount(_ number: Int64) -> Bool { number >= 0 }

    /// More than any disk has, and so little that a place beyond it can be told.
    private static let largestFile: Int64 = 1 << 60

    /// 146 years, half of what 64 bits can say: the sum of two such times cannot overflow.
    private static let longestUptime: UInt64 = 4_600_000_000_000_000_000

    /// Any time of day is one that a clock can be set to; who adds to it holds the sum.
    private static func isPlausible(_ reading: ClockReading) -> Bool {
        reading.boottime.nanoseconds.magnitude <= longestUptime
            && reading.monotonicNanoseconds.magnitude <= longestUptime
    }

    /// Tells of a clock that shows a year beyond what a date can say: each of its dates is the same.
    mutating func noteHeldClock() {
        guard let held = clocks.first(where: \.realtime.isHeld) else { return }
        let end = DateStamp(held.realtime, timeZone).text
        let note =
            "the time of day was set beyond \(end), where dates end, and so every date from there is"
            + " that one; the times of samples are right: they are another clock's"
        if !notes.contains(note) { notes.append(note) }
    }

    /// Sees to it that what this code writes of the clocks at the start is what it reads.
    ///
    /// No machine runs for a century and a half: something between its kernel and this program
    /// answers in the kernel's place, and what is measured by such a clock would mean nothing.
    func requireReadableClocks(where place: String) throws(SessionError) {
        guard let reading = clocks.first(where: { !Self.isPlausible($0) }) else { return }
        let longest = max(reading.boottime.nanoseconds, reading.monotonicNanoseconds)
        throw SessionError(
            "the clock by which samples are measured has run for"
                + " \(longest / 31_556_952_000_000_000) years",
            where: place,
            remedy: "see what changes the clocks of this program, such as faketime, and have it"
                + " leave CLOCK_BOOTTIME and CLOCK_MONOTONIC alone"
        )
    }

    static func problem(ofPath path: String) -> String? {
        guard SampleFileNames.staysInFolder(path) else {
            return "is \(path.debugDescription), which is no name within the folder"
        }
        return path.hasPrefix(".") ? "is \(path.debugDescription), a hidden file" : nil
    }
}

// Encodes and decodes the manifest. A manifest may come from anywhere, so decoding rejects a file that is too
// large, a path that leads out of the folder, and a key of the wrong type, and names the key.

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
    /// The name of the file with a run's saved progress, until the run ends.
    package static let progressName = ".progress"
    /// The size up to which a file is read as a manifest.
    package static let sizeLimit: Int64 = 16 << 20

    /// Returns the remedy for a manifest that cannot be read.
    private static func remedy(for place: String) -> String {
        // Only with the journal, or the name that a recording gave the folder, can the manifest be rebuilt.
        let folder = FileSystem.parent(of: place) ?? ""
        if CrashedSessions.looksLikeARun(folder)
            || FileSystem.kind(of: "\(folder)/\(JournalFile.fileName)") == .file
        {
            return "run `footfall repair` on the folder, or restore the manifest from a copy"
        }
        return
            "restore it from a copy; without it `footfall repair` repairs the sample files one by"
            + " one, each by its path"
    }

    /// Encodes the manifest; equal values have equal bytes.
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

    /// Decodes a manifest; `place` is the file, for messages.
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

    /// The message if the manifest has a later version; `nil` for a known version.
    ///
    /// This code ignores the keys that a later version adds, and would lose them if it rewrote the manifest.
    var laterVersion: String? {
        guard version > Self.currentVersion else { return nil }
        return "it is of version \(version), and this Footfall knows up to \(Self.currentVersion)"
    }

    /// The first fault that decoding single values does not find; `nil` if there is none.
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
                let name = file.columns?.first(where: { !SampleFileLayout.isColumnName($0) })
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

    /// More than any disk holds, but small enough that adding to it cannot overflow.
    private static let largestFile: Int64 = 1 << 60

    /// 146 years, half of what 64 bits can express, so that the sum of two such times cannot overflow.
    private static let longestUptime: UInt64 = 4_600_000_000_000_000_000

    /// The time of day may have any value, since a clock can be set to any; code that adds to it clamps the sum.
    private static func isPlausible(_ reading: ClockReading) -> Bool {
        reading.boottime.nanoseconds.magnitude <= longestUptime
            && reading.monotonicNanoseconds.magnitude <= longestUptime
    }

    /// Adds a note if the clock shows a year that a date cannot express: all such dates are written as the last
    /// possible one.
    mutating func noteHeldClock() {
        guard let held = clocks.first(where: \.realtime.isHeld) else { return }
        let end = LocalDate(held.realtime, timeZone).text
        let note =
            "the time of day was set beyond \(end), where dates end, and so every date from there is"
            + " that one; the times of samples are right: they are another clock's"
        if !notes.contains(note) { notes.append(note) }
    }

    /// Throws if the manifest has clock readings for which this code would reject it later.
    ///
    /// No machine runs for 146 years. Such a reading means that some program manipulates the clocks, and what is
    /// measured by them would mean nothing.
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

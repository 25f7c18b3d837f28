// The manifest's bytes. Reading is where the outside enters: a size that no manifest has, a path
// that leads out of the folder, a key of the wrong type are told here, by the key's place.

internal import FoundationEssentials
internal import Timebase

extension SessionManifest {
    /// The manifest's name in every session folder.
    public static let fileName = "manifest.json"
    /// The result's name in every session folder.
    public static let taskResultName = "taskResult.json"
    /// A larger manifest is taken for something else.
    public static let sizeLimit: Int64 = 16 << 20

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
                ManifestProblem.line(for: error),
                where: place,
                remedy: ManifestProblem.remedy
            )
        }
        if let problem = firstProblem {
            throw SessionError(problem, where: place, remedy: ManifestProblem.remedy)
        }
    }

    /// What no decoder of single values can see.
    private var firstProblem: String? {
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
        var paths = Set([Self.fileName, Self.taskResultName])
        for (index, file) in files.enumerated() {
            if let problem = Self.problem(ofPath: file.path) {
                return "`files[\(index)].path` \(problem)"
            }
            if !paths.insert(file.path).inserted {
                return "`files[\(index)].path` is \"\(file.path)\", which is another file's"
            }
            if file.startUptime.nanoseconds.magnitude > Self.longestUptime {
                return "`files[\(index)].startUptime` is no time that a clock shows"
            }
            if (file.size ?? 0) < 0 || (file.records ?? 0) < 0 {
                return "`files[\(index)]` has a negative count"
            }
        }
        if let taskResult, taskResult.path != Self.taskResultName {
            return "`taskResult.path` is not \"\(Self.taskResultName)\""
        }
        return nil
    }

    /// Sixty years: sums of such times cannot overflow.
    private static let longestUptime: UInt64 = 2_000_000_000_000_000_000

    private static func isPlausible(_ reading: ClockReading) -> Bool {
        reading.boottime.nanoseconds.magnitude <= longestUptime
            && reading.monotonicNanoseconds.magnitude <= longestUptime
            && reading.realtime.nanosecondsSince1970.magnitude <= 2 * longestUptime
    }

    private static func problem(ofPath path: String) -> String? {
        guard SampleFileNames.staysInFolder(path) else {
            return "is \(path.debugDescription), which is no name within the folder"
        }
        return path.hasPrefix(".") ? "is \(path.debugDescription), a hidden file" : nil
    }
}

/// Says in one line what a decoder found.
enum ManifestProblem {
    static let remedy = "run `footfall repair` on the folder, or restore the manifest from a copy"

    static func line(for error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "`\(path(context.codingPath + [key]))` is missing"
        case DecodingError.valueNotFound(_, let context):
            "`\(path(context.codingPath))` is null"
        case DecodingError.typeMismatch(let type, let context):
            "`\(path(context.codingPath))` is not \(name(of: type))"
        case DecodingError.dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not a JSON document"
                : "`\(path(context.codingPath))`: \(context.debugDescription)"
        default:
            "it cannot be read (\(error))"
        }
    }

    /// The place as a person would write it: `files[2].sensors[0].samples`.
    private static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is Double.Type: "a number"
        case is Int.Type, is Int64.Type: "a whole number"
        case is [Any].Type: "an array"
        default: "a \(type)"
        }
    }
}

// Reads a settings file and refuses unknown keys: if a mistyped key were ignored, the station would record a study
// with other settings than intended.

internal import FoundationEssentials
internal import PlainWords
internal import Research

extension StationSettings {
    private static let keys = [
        "record", "run", "start", "button", "again", "keepFree", "led", "stallSeconds",
    ]
    /// The key in `run` that names the task file; the other keys are options.
    private static let task = "task"

    /// Reads settings.
    ///
    /// - Parameter bytes: The content of the file, possibly invalid.
    /// - Throws: The first fault, with its key.
    public init(json bytes: [UInt8]) throws(StationSettingsFault) {
        let members = try Self.members(bytes)
        (work, words) = try Self.work(members)
        let start = try Self.word(members, "start", of: Start.self)
        let button = try Self.button(members["button"])
        guard let start = start ?? (button == nil ? nil : .button) else {
            throw StationSettingsFault(
                "start",
                "is missing",
                remedy: "write \"boot\", or \"button\" with a `button`"
            )
        }
        guard start != .button || button != nil else {
            throw StationSettingsFault(
                "button",
                "is missing, and nothing would ever begin",
                remedy: "name its key, such as { \"key\": \"KEY_F13\" }, or start at \"boot\""
            )
        }
        (self.start, self.button) = (start, button)
        again = try Self.word(members, "again", of: Again.self) ?? .onFailure
        keepFree = try Self.text(members, "keepFree", such: "500MB")
        led = try Self.text(members, "led", such: "ACT")
        if let led, led.contains("/") || led.hasPrefix(".") {
            throw StationSettingsFault(
                "led",
                "is '\(led)', and no name of an LED",
                remedy: "write one that is listed in /sys/class/leds"
            )
        }
        stallSeconds = try Self.stall(members["stallSeconds"])
    }

    /// Returns the members of the file's object, after checking that all keys are known.
    private static func members(
        _ bytes: [UInt8]
    ) throws(StationSettingsFault) -> [String: JSONValue] {
        let data = Data(bytes)
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: data)
        } catch {
            let fault = RSDTaskFileError(error, in: data)
            throw StationSettingsFault("", fault.what, remedy: fault.remedy ?? "fix the file")
        }
        guard case .object(let members) = value else {
            throw StationSettingsFault(
                "",
                "it is \(value.quoted), and no JSON object",
                remedy: "write one with the keys \(keys.joined(separator: ", "))"
            )
        }
        if let repeated = RSDTaskFileError.repeatedKeys(in: data).first {
            throw StationSettingsFault(
                "\(repeated.path)",
                repeated.what,
                remedy: repeated.remedy ?? "leave one of them out"
            )
        }
        try refuseUnknown(members, among: keys, in: "")
        return members
    }

    private static func refuseUnknown(
        _ members: [String: JSONValue],
        among keys: [String],
        in place: String
    ) throws(StationSettingsFault) {
        guard let wrong = members.keys.sorted().first(where: { !keys.contains($0) }) else { return }
        throw StationSettingsFault(
            place + wrong.printable,
            "is no setting",
            remedy: oneOf(keys, meantBy: wrong)
        )
    }

    /// The remedy for a word that is none of the known ones.
    private static func oneOf(_ words: [String], meantBy given: String?) -> String {
        let meant = given.flatMap { NearestName.meant(by: $0, among: words) }
        let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
        return "write one of \(list)" + (meant.map { "; did you mean \"\($0)\"?" } ?? "")
    }

    // MARK: Work

    private static func work(
        _ members: [String: JSONValue]
    ) throws(StationSettingsFault) -> (Work, [String]) {
        let works = Work.allCases.filter { members[$0.rawValue] != nil }
        guard let work = works.first, works.count == 1 else {
            throw StationSettingsFault(
                works.isEmpty ? "record" : "run",
                works.isEmpty ? "is missing" : "cannot stand beside `record`",
                remedy: "say what is recorded by `record`, or which task is run by `run`"
            )
        }
        let given = members[work.rawValue] ?? .null
        guard case .object(var options) = given else {
            throw StationSettingsFault(
                work.rawValue,
                "is \(given.quoted), and no JSON object",
                remedy:
                    "write the options of footfall \(work.rawValue), such as { \"output\": \"DIR\" }"
            )
        }
        var operands: [String] = []
        if work == .run {
            let value = options.removeValue(forKey: task)
            guard case .string(let path)? = value, !path.isEmpty else {
                throw StationSettingsFault(
                    "run.task",
                    value.map { "is \($0.quoted), and no path" } ?? "is missing",
                    remedy: "name the task file, such as \"Walk.json\""
                )
            }
            operands = ["--", path]
        }
        var words: [String] = []
        for (name, value) in options.sorted(by: { $0.key < $1.key }) {
            words += try self.words(name, value, in: work)
        }
        return (work, words + operands)
    }

    /// Converts a member to an option's words on a command line.
    private static func words(
        _ name: String,
        _ value: JSONValue,
        in work: Work
    ) throws(StationSettingsFault) -> [String] {
        let isName =
            !name.isEmpty
            && name.utf8.allSatisfy { byte in
                byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            }
        let place = "\(work.rawValue).\(name.printable)"
        guard isName, !name.hasPrefix("-") else {
            throw StationSettingsFault(
                place,
                "is no option",
                remedy:
                    "write the long name of one without its dashes, as footfall \(work.rawValue) --help has them"
            )
        }
        switch value {
        case .boolean(let isThere): return isThere ? ["--\(name)"] : []
        case .string(let text): return ["--\(name)=\(text)"]
        case .integer(let number): return ["--\(name)=\(number)"]
        case .unsigned(let number): return ["--\(name)=\(number)"]
        case .number(let number): return ["--\(name)=\(number)"]
        case .array(let values):
            var words: [String] = []
            for value in values {
                if case .array = value {
                    throw StationSettingsFault(
                        place,
                        "has a list in its list",
                        remedy: "write one list"
                    )
                }
                words += try self.words(name, value, in: work)
            }
            return words
        case .null, .object:
            throw StationSettingsFault(
                place,
                "is \(value.quoted), and no value of an option",
                remedy: "write a text, a number, true, or a list of them"
            )
        }
    }

    // MARK: Values

    private static func button(_ value: JSONValue?) throws(StationSettingsFault) -> Button? {
        guard let value else { return nil }
        guard case .object(let members) = value else {
            throw StationSettingsFault(
                "button",
                "is \(value.quoted), and no JSON object",
                remedy: "write such as { \"key\": \"KEY_F13\" }"
            )
        }
        try refuseUnknown(members, among: ["key", "device"], in: "button.")
        guard let key = try text(members, "key", in: "button.", such: "KEY_F13") else {
            throw StationSettingsFault(
                "button.key",
                "is missing",
                remedy: "name one as footfall devices lists them, such as KEY_F13"
            )
        }
        return Button(key: key, device: try text(members, "device", in: "button.", such: "event3"))
    }

    private static func stall(_ value: JSONValue?) throws(StationSettingsFault) -> Int {
        guard let value else { return usualStallSeconds }
        guard case .integer(let seconds) = value, (5...3600).contains(seconds) else {
            throw StationSettingsFault(
                "stallSeconds",
                "is \(value.quoted), and no whole number from 5 to 3600",
                remedy: "write such as \(usualStallSeconds), or leave it out"
            )
        }
        return Int(seconds)
    }

    private static func text(
        _ members: [String: JSONValue],
        _ key: String,
        in place: String = "",
        such example: String
    ) throws(StationSettingsFault) -> String? {
        guard let value = members[key] else { return nil }
        guard case .string(let text) = value, !text.isEmpty else {
            throw StationSettingsFault(
                place + key,
                value.text == "" ? "is empty" : "is \(value.quoted), and no text",
                remedy: "write such as \"\(example)\", or leave it out"
            )
        }
        return text
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable>(
        _ members: [String: JSONValue],
        _ key: String,
        of type: Word.Type
    ) throws(StationSettingsFault) -> Word? {
        guard let value = members[key] else { return nil }
        if case .string(let text) = value, let word = Word(rawValue: text) { return word }
        throw StationSettingsFault(
            key,
            "is \(value.quoted), which is none of its words",
            remedy: oneOf(Word.allCases.map(\.rawValue), meantBy: value.text)
        )
    }
}

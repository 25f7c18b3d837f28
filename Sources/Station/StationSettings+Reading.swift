// Reads a settings file and refuses unknown keys: if a mistyped key were ignored, the station would record a study
// with other settings than intended. Reading goes on after a fault, so that the user learns of all faults at once.

internal import FoundationEssentials
internal import PlainWords
internal import Research

extension StationSettings {
    /// Reads settings.
    ///
    /// The options of the work are not checked, because only its command knows them.
    ///
    /// - Parameter bytes: The content of the file, possibly invalid.
    /// - Returns: All faults, and the settings, which have usual values in place of wrong ones; `nil` if the file is no
    ///   JSON object.
    public static func read(
        json bytes: [UInt8]
    ) -> (settings: StationSettings?, faults: [StationSettingsFault]) {
        var reading = SettingsReading()
        guard let members = reading.members(bytes) else { return (nil, reading.faults) }
        let settings = reading.settings(members)
        return (settings, reading.faults)
    }
}

/// The reading of one file, and the faults that it has found.
private struct SettingsReading {
    private static let keys = [
        "record", "run", "start", "button", "again", "keepFree", "led", "stallSeconds",
    ]

    var faults: [StationSettingsFault] = []
    /// The keys that unknown keys probably mean; a fault names each already, so it is not reported as missing, too.
    var meantKeys: Set<String> = []

    mutating func note(_ key: String, _ problem: String, remedy: String) {
        faults.append(StationSettingsFault(key, problem, remedy: remedy))
    }

    /// Returns the members of the file's object; `nil` if there is none.
    mutating func members(_ bytes: [UInt8]) -> [String: JSONValue]? {
        let data = Data(bytes)
        let value: JSONValue
        do {
            value = try JSONDecoder().decode(JSONValue.self, from: data)
        } catch {
            let fault = RSDTaskFileError(error, in: data)
            note("", fault.what, remedy: fault.remedy ?? "fix the file")
            return nil
        }
        guard case .object(let members) = value else {
            note(
                "",
                "it is \(value.quoted), and no JSON object",
                remedy: "write one with the keys \(Self.keys.joined(separator: ", "))"
            )
            return nil
        }
        for repeated in RSDTaskFileError.repeatedKeys(in: data) {
            note(
                "\(repeated.path)",
                repeated.what,
                remedy: repeated.remedy ?? "leave one of them out"
            )
        }
        return members
    }

    mutating func settings(_ members: [String: JSONValue]) -> StationSettings {
        refuseUnknown(members, among: Self.keys, in: "")
        // A recording without options has no faults, so a wrong work is reported once.
        let (work, options) = self.work(of: members) ?? (.record, [:])
        let button = self.button(members["button"])
        var settings = StationSettings(
            work: work,
            options: options,
            start: start(of: members),
            button: button
        )
        settings.again =
            word(members, "again", of: StationSettings.Again.self) ?? settings.again
        settings.keepFree = text(members, "keepFree", such: "500MB")
        settings.led = text(members, "led", such: "ACT")
        if let led = settings.led, led.contains("/") || led.hasPrefix(".") {
            note(
                "led",
                "is '\(led)', and no name of an LED",
                remedy: "write one that is listed in /sys/class/leds"
            )
        }
        settings.stallSeconds = stall(members["stallSeconds"])
        return settings
    }

    private mutating func refuseUnknown(
        _ members: [String: JSONValue],
        among keys: [String],
        in place: String
    ) {
        for wrong in members.keys.sorted() where !keys.contains(wrong) {
            note(
                place + wrong.printable,
                "is no setting",
                remedy: Self.oneOf(keys, meantBy: wrong)
            )
            if let key = NearestName.meant(by: wrong, among: keys) { meantKeys.insert(place + key) }
        }
    }

    /// The remedy for a word that is none of the known ones.
    private static func oneOf(_ words: [String], meantBy given: String?) -> String {
        let meant = given.flatMap { NearestName.meant(by: $0, among: words) }
        let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
        return "write one of \(list)" + (meant.map { "; did you mean \"\($0)\"?" } ?? "")
    }

    // MARK: Values

    private mutating func work(
        of members: [String: JSONValue]
    ) -> (StationSettings.Work, [String: JSONValue])? {
        let works = StationSettings.Work.allCases.filter { members[$0.rawValue] != nil }
        let remedy = "say what is recorded by `record`, or which task is run by `run`"
        guard let work = works.first else {
            if meantKeys.isDisjoint(with: StationSettings.Work.allCases.map(\.rawValue)) {
                note("record", "is missing", remedy: remedy)
            }
            return nil
        }
        guard works.count == 1 else {
            note("run", "cannot stand beside `record`", remedy: remedy)
            return nil
        }
        let given = members[work.rawValue] ?? .null
        guard case .object(let options) = given else {
            let example =
                switch work {
                case .record: #""output": "DIR""#
                case .run: #""task": "Walk.json""#
                }
            note(
                work.rawValue,
                "is \(given.quoted), and no JSON object",
                remedy: "write the options of footfall \(work.rawValue), such as { \(example) }"
            )
            return nil
        }
        return (work, options)
    }

    private mutating func start(of members: [String: JSONValue]) -> StationSettings.Start {
        let hasButton = members["button"] != nil
        let mayHaveButton = hasButton || meantKeys.contains("button")
        let given = word(members, "start", of: StationSettings.Start.self)
        if given == .button, !mayHaveButton {
            note(
                "button",
                "is missing, and nothing would ever begin",
                remedy: "name its key, such as { \"key\": \"KEY_F13\" }, or start at \"boot\""
            )
        }
        if members["start"] == nil, !mayHaveButton, !meantKeys.contains("start") {
            note(
                "start",
                "is missing",
                remedy: "write \"boot\", or \"button\" with a `button`"
            )
        }
        return given ?? (hasButton ? .button : .boot)
    }

    private mutating func button(_ value: JSONValue?) -> StationSettings.Button? {
        guard let value else { return nil }
        guard case .object(let members) = value else {
            note(
                "button",
                "is \(value.quoted), and no JSON object",
                remedy: "write such as { \"key\": \"KEY_F13\" }"
            )
            return nil
        }
        refuseUnknown(members, among: ["key", "device"], in: "button.")
        if members["key"] == nil, !meantKeys.contains("button.key") {
            note(
                "button.key",
                "is missing",
                remedy: "name one as footfall devices lists them, such as KEY_F13"
            )
        }
        let key = text(members, "key", in: "button.", such: "KEY_F13")
        let device = text(members, "device", in: "button.", such: "event3")
        return key.map { StationSettings.Button(key: $0, device: device) }
    }

    private mutating func stall(_ value: JSONValue?) -> Int {
        let usual = StationSettings.usualStallSeconds
        guard let value else { return usual }
        guard case .integer(let seconds) = value, (5...3600).contains(seconds) else {
            note(
                "stallSeconds",
                "is \(value.quoted), and no whole number from 5 to 3600",
                remedy: "write such as \(usual), or leave it out"
            )
            return usual
        }
        return Int(seconds)
    }

    private mutating func text(
        _ members: [String: JSONValue],
        _ key: String,
        in place: String = "",
        such example: String
    ) -> String? {
        guard let value = members[key] else { return nil }
        guard case .string(let text) = value, !text.isEmpty else {
            note(
                place + key,
                value.text == "" ? "is empty" : "is \(value.quoted), and no text",
                remedy: "write such as \"\(example)\", or leave it out"
            )
            return nil
        }
        return text
    }

    private mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ members: [String: JSONValue],
        _ key: String,
        of type: Word.Type
    ) -> Word? {
        guard let value = members[key] else { return nil }
        if case .string(let text) = value, let word = Word(rawValue: text) { return word }
        note(
            key,
            "is \(value.quoted), which is none of its words",
            remedy: Self.oneOf(Word.allCases.map(\.rawValue), meantBy: value.text)
        )
        return nil
    }
}

// Reads the options in a station's settings by the declarations of the command that does the same at a terminal. The
// messages name keys of the settings file, and say what to write in JSON.

internal import Arguments
internal import PlainWords
internal import Research
internal import Station

/// The options of a station's work, each checked by itself.
struct StationOptions {
    /// The key in `run` that names the task file; the other keys are options.
    private static let task = "task"

    private let work: StationSettings.Work
    private let declarations: [OptionDeclaration]
    /// The options and the operand, as a command line would give them.
    private(set) var arguments: ParsedArguments
    private(set) var faults: [StationSettingsFault] = []
    /// True if an unknown option probably means `task`, which is then not reported as missing, too.
    private var hasMisspeltTask = false

    /// Checks the options of settings.
    init(of settings: StationSettings) {
        work = settings.work
        declarations = StationWork.options(of: settings.work)
        arguments = ParsedArguments(command: settings.work.rawValue)
        var options = settings.options
        let path = work == .run ? options.removeValue(forKey: Self.task) : nil
        for (name, value) in options.sorted(by: { $0.key < $1.key }) {
            if let option = declarations.first(where: { $0.name == name }) {
                read(option, value)
            } else {
                refuseUnknown(name)
            }
        }
        if work == .run { readTask(path) }
    }

    private mutating func note(_ name: String, _ problem: String, remedy: String) {
        let key = "\(work.rawValue).\(name.printable)"
        faults.append(StationSettingsFault(key, problem, remedy: remedy))
    }

    private mutating func refuseUnknown(_ name: String) {
        let names = declarations.map(\.name) + (work == .run ? [Self.task] : [])
        // An option may have been written with the dashes that it has on a command line.
        let meant = NearestName.meant(by: String(name.drop { $0 == "-" }), among: names)
        hasMisspeltTask = hasMisspeltTask || meant == Self.task
        note(
            name,
            "is no option of footfall \(work.rawValue)",
            remedy: meant.map { "did you mean `\(work.rawValue).\($0)`?" }
                ?? "see footfall \(work.rawValue) --help"
        )
    }

    private mutating func readTask(_ value: JSONValue?) {
        if case .string(let path)? = value, !path.isEmpty {
            arguments.operands = [path]
        } else if value != nil || !hasMisspeltTask {
            note(
                Self.task,
                value.map { "is \($0.quoted), and no path" } ?? "is missing",
                remedy: "name the task file, such as \"Walk.json\""
            )
        }
    }

    private mutating func read(_ option: OptionDeclaration, _ value: JSONValue) {
        if value == .boolean(false) { return }
        if let refusal = StationWork.refusal(of: option.name, in: work) {
            note(
                option.name,
                "is not for a station, which \(refusal.reason)",
                remedy: refusal.remedy
            )
            return
        }
        guard let valueName = option.valueName else {
            guard value == .boolean(true) else {
                note(
                    option.name,
                    "is \(value.quoted), and neither true nor false",
                    remedy: "write \"\(option.name)\": true, or leave it out"
                )
                return
            }
            arguments.words[option.name] = []
            return
        }
        guard case .array(let values) = value else {
            return take([value], of: option, called: valueName, by: "is")
        }
        guard option.repeats || values.count < 2 else {
            note(
                option.name,
                "is a list, and takes one value",
                remedy: Self.remedy(for: values, of: option)
            )
            return
        }
        take(values, of: option, called: valueName, by: "has")
    }

    /// Takes the words of an option; notes each value that is none.
    private mutating func take(
        _ values: [JSONValue],
        of option: OptionDeclaration,
        called valueName: String,
        by verb: String
    ) {
        for value in values {
            guard let word = Self.word(of: value) else {
                let example = "\"\(option.name)\": \"\(valueName)\""
                note(
                    option.name,
                    "\(verb) \(value.quoted), and no text or number",
                    remedy: option.fault("true")?.remedy
                        ?? "write its \(valueName) in quotes, as in \(example)"
                )
                continue
            }
            if let fault = option.fault(word) {
                let what = fault.hidesWord ? "\(verb) a wrong text" : "\(verb) \(value.quoted)"
                note(option.name, "\(what): \(fault.problem)", remedy: fault.remedy)
                continue
            }
            arguments.words[option.name, default: []].append(word)
        }
    }

    /// Returns the word that a command line would have; `nil` if the value is no text or number.
    private static func word(of value: JSONValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): "\(number)"
        case .unsigned(let number): "\(number)"
        case .number(let number): "\(number)"
        case .null, .boolean, .array, .object: nil
        }
    }

    /// How to write the values of a list for an option that takes one value.
    private static func remedy(for values: [JSONValue], of option: OptionDeclaration) -> String {
        let joined = values.compactMap(word(of:)).joined(separator: ",")
        // Some options take several names in one text; a text without a name between its commas is none of them.
        if option.fault(joined) == nil, option.fault(",") != nil {
            return "write one text, as in \"\(option.name)\": \"\(joined.printable)\""
        }
        let example = values.first { $0.double != nil }.map { ", such as \($0.quoted)" }
        return "write one of them alone" + (example ?? "")
    }
}

// What `footfall record` takes about input devices, and about the keys that begin, mark and end a
// recording.

internal import EvdevSource
internal import InputRecorder

/// The keys that have to do with a recording.
struct KeyWish: Sendable, Equatable {
    /// Begins it.
    var start: String?
    /// Ends it.
    var stop: String?
    /// Each press is a mark.
    var marks: [KeyMarker] = []

    /// The mark of the key that ends a recording; `nil` where the key has a mark already.
    ///
    /// It tells when the key was pressed; the recording ends once that is heard of.
    var markOfStop: KeyMarker? {
        guard let stop else { return nil }
        let marked = marks.map { KeyNames.soleName(of: $0.key) }
        return marked.contains(KeyNames.soleName(of: stop))
            ? nil : KeyMarker(key: stop, marker: stop)
    }
}

extension KeyWish {
    /// Whether one key begins and ends it.
    var endsByItsStartKey: Bool {
        guard let start, let stop else { return false }
        return KeyNames.soleName(of: start) == KeyNames.soleName(of: stop)
    }
}

extension KeyNames {
    /// The one of a key's names that the kernel has first.
    static func soleName(of key: String) -> String {
        (try? code(of: key)).flatMap(name(of:)) ?? key
    }
}

extension RecordCommand {
    static let inputOption = Option(
        "input",
        taking: "DEVICE",
        as: .text,
        repeats: true,
        "an input device by its id (event3), path, name, at: line or serial number, each the whole of it, as footfall devices lists them; each that is given has a file of its own; motion sensors are recorded beside it if something is said of them, as by --types"
    )
    static let eventsOption = Option(
        "events",
        taking: "KINDS",
        as: .inputKinds,
        "of --input: keys, touches, pointer, switches, accelerometer, or all, divided by commas; all if not given"
    )
    static let nameKeysOption = Option(
        "name-keys",
        taking: "KEYS",
        as: Conversion.key.list,
        "of --input: the keys that are named in the file, as in KEY_A,KEY_B; the others are there without a name"
    )
    static let grabFlag = Flag(
        "grab",
        "of --input: let no other program have the device's events meanwhile"
    )
    static let reconnectOption = Option(
        "reconnect",
        taking: "S",
        as: .waitInSeconds,
        "of --input: how long a device that was unplugged is waited for: seconds, or 30s, or 1m, at most 1h; if not given, or 0, its going is a failure"
    )
    static let markKeyOption = Option(
        "mark-key",
        taking: "KEY[=NAME]",
        as: .keyMarker,
        repeats: true,
        "a key whose press is a mark in every file, with the press's own time, called NAME, else as the key; footfall devices tells the keys of a device; of the --input devices, or of any that has it; may be given again"
    )
    static let startKeyOption = Option(
        "start-key",
        taking: "KEY",
        as: .key,
        "begin when this key is pressed, on any input device that has it; the press itself is in no file"
    )
    static let stopKeyOption = Option(
        "stop-key",
        taking: "KEY",
        as: .key,
        "end as Ctrl-C does when this key is pressed, on any input device that has it; the press is a mark in every file, called as the key"
    )

    /// What is said of input devices.
    static let inputOptions = [
        inputOption.declaration, eventsOption.declaration, nameKeysOption.declaration,
        grabFlag.declaration, reconnectOption.declaration,
    ]

    /// What is said of keys.
    static let keyOptions = [
        markKeyOption.declaration, startKeyOption.declaration, stopKeyOption.declaration,
    ]
}

extension InputWish {
    /// What is wanted of input devices; `nil` where none is named.
    static func given(by arguments: ParsedArguments) throws(UsageError) -> InputWish? {
        let devices = try arguments.values(of: RecordCommand.inputOption)
        guard !devices.isEmpty else {
            try arguments.refuse(
                RecordCommand.inputOptions,
                "it is for input devices, and none is recorded",
                "leave it out, or add --input"
            )
            return nil
        }
        guard Set(devices).count == devices.count else {
            throw UsageError(
                place: "--input",
                problem: "the same is given twice",
                remedy: "give each once: a device is read by one recorder"
            )
        }
        let events = try arguments.value(of: RecordCommand.eventsOption)
        let namedKeys = try arguments.value(of: RecordCommand.nameKeysOption) ?? []
        if let events, !events.contains(.keys), !namedKeys.isEmpty {
            let kinds = events.map(\.rawValue).joined(separator: ",")
            throw UsageError(
                place: "--name-keys",
                problem: "it names keys, and by --events \(kinds) no key is recorded",
                remedy: "add keys to --events, or leave --name-keys out"
            )
        }
        return InputWish(
            devices: devices,
            events: events,
            namedKeys: namedKeys,
            grabs: arguments.contains(RecordCommand.grabFlag),
            reconnectInSeconds: try arguments.value(of: RecordCommand.reconnectOption)
        )
    }
}

extension KeyWish {
    /// What is wanted of keys.
    init(_ arguments: ParsedArguments) throws(UsageError) {
        start = try arguments.value(of: RecordCommand.startKeyOption)
        stop = try arguments.value(of: RecordCommand.stopKeyOption)
        marks = try arguments.values(of: RecordCommand.markKeyOption)
        do throws(KeyMarkerFault) {
            // A key may have several names.
            try KeyMarker.check(marks, by: KeyNames.soleName(of:))
        } catch {
            throw UsageError(place: "--mark-key", problem: error.what, remedy: error.remedy)
        }
        guard stop == nil || !arguments.contains(RecordCommand.grabFlag) else {
            throw UsageError(
                place: "--stop-key",
                problem: "with --grab the keys of a device reach its recorder alone",
                remedy: "leave out one of the two, or end by --duration or Ctrl-C"
            )
        }
    }
}

extension ParsedArguments {
    /// Refuses the first of some options that is given.
    func refuse(
        _ options: [OptionDeclaration],
        _ problem: String,
        _ remedy: String
    ) throws(UsageError) {
        guard let given = options.first(where: { words[$0.name] != nil }) else { return }
        throw UsageError(place: "--\(given.name)", problem: problem, remedy: remedy)
    }
}

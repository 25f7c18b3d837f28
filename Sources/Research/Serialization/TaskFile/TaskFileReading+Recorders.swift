// What of recorders no key shows by itself: a key that another type of recorder has, a type that is
// named by what it records, a device that one recorder would take from another. A run gets along with
// most of it, and records less than was meant.

extension TaskFileReading {
    /// The types of recorders that have a key, for one of another type that has it not.
    static func recorders(having key: String, besides kind: Kind) -> [String] {
        let recorders = TaskVocabulary.words(of: .asyncAction)
        guard recorders.contains(where: { $0.kind == kind }) else { return [] }
        return recorders.filter { other in
            TaskVocabulary.rows(of: other.kind).contains { $0.key == key }
        }.map(\.word)
    }

    /// The type of recorder that is meant by what it records, as `touch` by `touches`.
    static func recorder(of word: String) -> String? {
        let recorders = TaskVocabulary.words(of: .asyncAction)
        let plurals = [word, "\(word)s", "\(word)es"]
        if let one = recorders.first(where: { ["\($0.word)s", "\($0.word)es"].contains(word) }) {
            return one.word
        }
        return recorders.first { recorder in
            TaskVocabulary.rows(of: recorder.kind).contains { row in
                guard case .list(.word(let recorded)) = row.shape else { return false }
                return !recorded.filter { $0 != "all" }.allSatisfy { !plurals.contains($0) }
            }
        }?.word
    }

    /// Tells what is wrong with a recorder, though each of its keys has what may stand there.
    mutating func checkRecorder(_ recorder: [String: JSONValue], _ kind: Kind, at place: Place) {
        guard [.motion, .input, .touch].contains(kind) else { return }
        if recorder["device"]?.text == "" {
            tell(
                "the name of the device is missing",
                at: place.path.appending("device"),
                expected: "write one, or leave the key out for any that gives what is asked for"
            )
        }
        if kind == .input { checkNamedKeys(of: recorder, at: place) }
    }

    /// Tells of names of keys that a recorder of input is given, and never records.
    private mutating func checkNamedKeys(of recorder: [String: JSONValue], at place: Place) {
        let names = recorder["includeKeys"]?.elements ?? []
        let events = recorder["events"]?.elements.compactMap(\.text) ?? []
        guard !names.isEmpty, !events.isEmpty, !events.contains("keys"), !events.contains("all")
        else { return }
        tell(
            "keys are named, and by 'events' none is recorded",
            at: place.path.appending("includeKeys"),
            expected: "add 'keys' to 'events', or leave the names out",
            isHarmless: true
        )
    }

    /// Tells of a device that two recorders of a level have, and one for itself alone.
    ///
    /// A file shows that two recorders give the same word for it, or both none. That two words are of
    /// one device, or that one without a word takes what another names, only its machine shows.
    mutating func checkDevices(of actions: [JSONValue], at place: Place) {
        let users = actions.enumerated().compactMap { number, action in
            DeviceUser(action, number)
        }
        for grabber in users where grabber.grabs {
            for other in users where other.device == grabber.device {
                // Of two that grab it, the second one is told.
                guard other.number > grabber.number || !other.grabs else { continue }
                let path = place.path.appending(other.number)
                if grabber.device == nil {
                    tell(
                        "'\(grabber.identifier)' grabs its device, and neither of the two names one: "
                            + "where both get the same, only one of them gets its events",
                        at: path,
                        expected: "name the 'device' of each, or leave out 'grab'",
                        isHarmless: true
                    )
                } else {
                    tell(
                        "'\(grabber.identifier)' grabs this device: while both run, only one of the "
                            + "two gets its events",
                        at: path.appending("device"),
                        expected:
                            "leave out its 'grab', or let one recorder of type 'input' have both",
                        isHarmless: true
                    )
                }
            }
        }
    }

    /// A recorder of an input device.
    private struct DeviceUser {
        let number: Int
        let identifier: String
        /// What it calls the device; `nil` where it takes any that gives what is asked for.
        let device: String?
        let grabs: Bool

        init?(_ action: JSONValue, _ number: Int) {
            guard let type = action["type"]?.text, ["input", "touch"].contains(type) else {
                return nil
            }
            switch action["device"] {
            case nil, .null: device = nil
            case .string(let name) where !name.isEmpty: device = name.lowercased()
            // What is no name is told of as such.
            default: return nil
            }
            self.number = number
            identifier = action["identifier"]?.text ?? type
            grabs = action["grab"] == .boolean(true)
        }
    }
}

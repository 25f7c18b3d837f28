// The declaration of the `input` recorder's keys, for authors of task files. This module does not know the kernel's
// key names; the module that reads devices passes them in.

public import Research

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// The declaration of the `input` recorder, without a check of key names.
    public static var input: Self { input { _ in nil } }

    /// The declaration of the `input` recorder.
    ///
    /// - Parameter fault: Returns what is wrong with a key name; `nil` if the kernel has such a key.
    /// - Returns: The declaration.
    public static func input(naming fault: @escaping @Sendable (String) -> RSDKeyFault?) -> Self {
        Self(
            .input,
            InputRecorderConfiguration.self,
            "Records the events of an input device: keys, touches, a pointer, switches.",
            keys: RSDKey.recorder + RSDKey.recorderFile + RSDKey.inputDevice
                + InputRecorderConfiguration.keys(naming: fault),
            rule: { members, place in
                RSDWords.namedDevice(members, place)
                    + InputRecorderConfiguration.unrecordedKeys(members, place)
            },
            levelRule: .grabbedDevices
        )
    }
}

extension InputRecorderConfiguration {
    fileprivate static func keys(
        naming fault: @escaping @Sendable (String) -> RSDKeyFault?
    ) -> [RSDKey] {
        [
            RSDKey(
                "events",
                .list(.word(InputKind.allCases.map(\.rawValue) + [InputKind.all])),
                "The kinds of events that are recorded; all that the device has if not given."
            ),
            RSDKey(
                "includeKeys",
                .list(.named(fault)),
                "The keys whose names the file contains, as the kernel names them; of other keys it contains only the presses."
            ),
            RSDKey(
                "markers",
                .list(.object(marker(naming: fault))),
                "The keys whose press makes a mark in the file of every recorder that runs."
            ),
        ]
    }

    private static func marker(
        naming fault: @escaping @Sendable (String) -> RSDKeyFault?
    ) -> RSDWords {
        RSDWords(
            "keyMarker",
            [
                RSDKey(
                    "key",
                    .named(fault),
                    isRequired: true,
                    "The key that makes the mark, by the kernel's name, such as 'KEY_F13'."
                ),
                RSDKey(
                    "marker",
                    .text,
                    isRequired: true,
                    "The name of the mark in the files, such as 'heelStrike'."
                ),
            ]
        )
    }

    /// A rule that finds key names for a recorder that does not record keys.
    fileprivate static let unrecordedKeys: RSDWords.Rule = { members, place in
        guard case .array(let names)? = members["includeKeys"], !names.isEmpty,
            case .array(let events)? = members["events"]
        else { return [] }
        let words = events.compactMap(\.text)
        guard !words.isEmpty, !words.contains(InputKind.keys.rawValue),
            !words.contains(InputKind.all)
        else { return [] }
        return [
            RSDTaskFileFault(
                "keys are named, and by 'events' none is recorded",
                at: place.appending("includeKeys"),
                expected: "add 'keys' to 'events', or leave the names out",
                isHarmless: true
            )
        ]
    }
}

// What a task file may say of a recorder of an input device, for whoever writes one. Which names of keys
// the kernel has, whoever reads its devices knows; this module does not.

public import Research

extension RSDDeclaration<any RSDAsyncActionConfiguration> {
    /// What an input device tells, with any name for a key.
    public static var input: Self { input { _ in nil } }

    /// What an input device tells.
    ///
    /// - Parameter fault: What is wrong with the kernel's name of a key; `nil` if there is such a key.
    /// - Returns: The declaration.
    public static func input(naming fault: @escaping @Sendable (String) -> RSDKeyFault?) -> Self {
        Self(
            .input,
            InputRecorderConfiguration.self,
            "Records what an input device tells: keys, touches, a pointer, switches.",
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
                "What is recorded; all that the device tells if not given."
            ),
            RSDKey(
                "includeKeys",
                .list(.named(fault)),
                "The keys whose names the file has, as the kernel calls them; others have none."
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
                    "The key that makes the mark, as the kernel calls it, such as 'KEY_F13'."
                ),
                RSDKey(
                    "marker",
                    .text,
                    isRequired: true,
                    "What the mark is called in the files, such as 'heelStrike'."
                ),
            ]
        )
    }

    /// Finds names of keys that a recorder is given, and never records.
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

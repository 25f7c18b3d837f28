// The options of `record` for keys that begin, mark and end a recording.

package import Arguments
package import EvdevSource
package import InputRecorder

/// The keys that control a recording.
package struct KeyWish: Sendable, Equatable {
    /// The key that begins it.
    package var start: String?
    /// The key that ends it.
    package var stop: String?
    /// The keys that make marks.
    package var marks: [KeyMarker] = []

    package init(
        start: String? = nil,
        stop: String? = nil,
        marks: [KeyMarker] = []
    ) {
        self.start = start
        self.stop = stop
        self.marks = marks
    }

    /// The mark of the key that ends a recording; `nil` if the key has a mark already.
    ///
    /// The mark has the time of the press; the recording ends a little later, when the press is processed.
    package var markOfStop: KeyMarker? {
        guard let stop else { return nil }
        let marked = marks.map { KeyNames.soleName(of: $0.key) }
        return marked.contains(KeyNames.soleName(of: stop))
            ? nil : KeyMarker(key: stop, marker: stop)
    }
}

extension KeyWish {
    /// Whether the same key begins and ends it.
    package var endsByItsStartKey: Bool {
        guard let start, let stop else { return false }
        return KeyNames.soleName(of: start) == KeyNames.soleName(of: stop)
    }
}

extension KeyNames {
    /// The kernel's first name of a key.
    package static func soleName(of key: String) -> String {
        (try? code(of: key)).flatMap(name(of:)) ?? key
    }
}

extension KeyWish {
    package static let markKeyOption = Option(
        "mark-key",
        taking: "KEY[=NAME]",
        as: .keyMarker,
        repeats: true,
        "a key whose press is a mark in every file, with the press's own time, called NAME, else as the key; footfall devices tells the keys of a device; of the --input devices, or of any that has it; may be given again"
    )
    package static let startKeyOption = Option(
        "start-key",
        taking: "KEY",
        as: .key,
        "begin when this key is pressed, on any input device that has it; the press itself is in no file"
    )
    package static let stopKeyOption = Option(
        "stop-key",
        taking: "KEY",
        as: .key,
        "end as Ctrl-C does when this key is pressed, on any input device that has it; the press is a mark in every file, called as the key"
    )

    /// The options for keys.
    package static let options = [
        markKeyOption.declaration, startKeyOption.declaration, stopKeyOption.declaration,
    ]
}

extension KeyWish {
    /// Parses the options.
    package init(_ arguments: ParsedArguments) throws(UsageError) {
        start = try arguments.value(of: Self.startKeyOption)
        stop = try arguments.value(of: Self.stopKeyOption)
        marks = try arguments.values(of: Self.markKeyOption)
        do throws(KeyMarkerFault) {
            // Several names may belong to one key.
            try KeyMarker.check(marks, by: KeyNames.soleName(of:))
        } catch {
            throw UsageError(place: "--mark-key", problem: error.what, remedy: error.remedy)
        }
        guard stop == nil || !arguments.contains(InputWish.grabFlag) else {
            throw UsageError(
                place: "--stop-key",
                problem: "with --grab the keys of a device reach its recorder alone",
                remedy: "leave out one of the two, or end by --duration or Ctrl-C"
            )
        }
    }
}

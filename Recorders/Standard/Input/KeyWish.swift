// What `record` takes about the keys that begin, mark and end a recording.

package import Arguments
package import EvdevSource
package import InputRecorder

/// The keys that have to do with a recording.
package struct KeyWish: Sendable, Equatable {
    /// Begins it.
    package var start: String?
    /// Ends it.
    package var stop: String?
    /// Each press is a mark.
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

    /// The mark of the key that ends a recording; `nil` where the key has a mark already.
    ///
    /// It tells when the key was pressed; the recording ends once that is heard of.
    package var markOfStop: KeyMarker? {
        guard let stop else { return nil }
        let marked = marks.map { KeyNames.soleName(of: $0.key) }
        return marked.contains(KeyNames.soleName(of: stop))
            ? nil : KeyMarker(key: stop, marker: stop)
    }
}

extension KeyWish {
    /// Whether one key begins and ends it.
    package var endsByItsStartKey: Bool {
        guard let start, let stop else { return false }
        return KeyNames.soleName(of: start) == KeyNames.soleName(of: stop)
    }
}

extension KeyNames {
    /// The one of a key's names that the kernel has first.
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

    /// What is said of keys.
    package static let options = [
        markKeyOption.declaration, startKeyOption.declaration, stopKeyOption.declaration,
    ]
}

extension KeyWish {
    /// What is wanted of keys.
    package init(_ arguments: ParsedArguments) throws(UsageError) {
        start = try arguments.value(of: Self.startKeyOption)
        stop = try arguments.value(of: Self.stopKeyOption)
        marks = try arguments.values(of: Self.markKeyOption)
        do throws(KeyMarkerFault) {
            // A key may have several names.
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

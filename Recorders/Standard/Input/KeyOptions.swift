// The options of `footfall record` for keys that begin, mark and end a recording.

package import Arguments
package import EvdevSource
package import InputRecorder

/// The keys that control a recording.
package struct KeyOptions: Sendable, Equatable {
    /// The key that begins the recording; `nil` if the recording begins at once.
    package var start: String?
    /// The key that ends the recording; `nil` if no key does.
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

    /// The mark of the stop key; `nil` if there is no stop key, or if `marks` already has a mark for that key.
    ///
    /// The mark has the time of the press. The recording ends a little later, when Footfall processes the press.
    package var markOfStop: KeyMarker? {
        guard let stop else { return nil }
        let marked = marks.map { KeyNames.soleName(of: $0.key) }
        return marked.contains(KeyNames.soleName(of: stop))
            ? nil : KeyMarker(key: stop, marker: stop)
    }
}

extension KeyOptions {
    /// True if the same key begins and ends the recording.
    package var endsByItsStartKey: Bool {
        guard let start, let stop else { return false }
        return KeyNames.soleName(of: start) == KeyNames.soleName(of: stop)
    }
}

extension KeyNames {
    /// Returns the kernel's first name of a key; an unknown name stays unchanged.
    package static func soleName(of key: String) -> String {
        (try? code(of: key)).flatMap(name(of:)) ?? key
    }
}

extension KeyOptions {
    package static let markKeyOption = Option(
        "mark-key",
        taking: "KEY[=NAME]",
        as: .keyMarker,
        repeats: true,
        "each press of KEY makes a mark in every file, with the time of the press; the mark is called NAME, or KEY without NAME; Footfall listens to the --input devices that have KEY, or if none has it, to every other device that has it; footfall devices lists the keys of a device; may be given again"
    )
    package static let startKeyOption = Option(
        "start-key",
        taking: "KEY",
        as: .key,
        "the recording begins when somebody presses KEY, on any input device that has KEY; this press is in no file"
    )
    package static let stopKeyOption = Option(
        "stop-key",
        taking: "KEY",
        as: .key,
        "the recording ends, as with Ctrl-C, when somebody presses KEY, on any input device that has KEY; the press makes a mark in every file, called KEY; KEY may be the start key"
    )

    /// The options for keys.
    package static let options = [
        markKeyOption.declaration, startKeyOption.declaration, stopKeyOption.declaration,
    ]
}

extension KeyOptions {
    /// Parses the options.
    package init(_ arguments: ParsedArguments) throws(UsageError) {
        start = try arguments.value(of: Self.startKeyOption)
        stop = try arguments.value(of: Self.stopKeyOption)
        marks = try arguments.values(of: Self.markKeyOption)
        do throws(KeyMarkerFault) {
            // A key may have several names. `check` compares the kernel's first ones, and so refuses a key given twice.
            try KeyMarker.check(marks, by: KeyNames.soleName(of:))
        } catch {
            throw UsageError(place: "--mark-key", problem: error.what, remedy: error.remedy)
        }
        guard stop == nil || !arguments.contains(InputOptions.grabFlag) else {
            throw UsageError(
                place: "--stop-key",
                problem: "with --grab, only the recorder of a device gets the keys of that device",
                remedy: "leave out --grab; or end by --duration or Ctrl-C, without --stop-key"
            )
        }
    }
}

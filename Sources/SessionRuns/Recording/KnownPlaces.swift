// Checks `--placement` against the placements of a recording: a name that none of its files has is a mistake.

internal import PlainWords
internal import Research

/// Chooses among the placements of sensors.
package enum KnownPlaces {
    /// Returns the known placements that the user has named, or all if the user has named none.
    package static func chosen(
        _ wanted: [String],
        among known: [String],
        of what: String
    ) throws(RunFailure) -> [String] {
        for name in wanted where !known.contains(name) {
            let remedy =
                NearestName.meant(by: name, among: known).map { "did you mean \($0)?" }
                ?? (known.isEmpty
                    ? "it has none at all: leave --placement out"
                    : "there are \(known.joined(separator: ", "))")
            throw RunFailure(
                "--placement \(name.printable): \(what) has no such place; \(remedy)"
            )
        }
        return wanted.isEmpty ? known : known.filter(wanted.contains)
    }
}

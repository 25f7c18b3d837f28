// Where sensors are worn is named by those who recorded; a name that nobody has used is a slip.

internal import PlainWords
internal import Research

/// Chooses among the places of sensors.
package enum KnownPlaces {
    /// Those of the known places that were asked for; all if none were.
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

// Another file for one that was lost. Whoever deletes each file as soon as it is there would keep a
// recorder making files for ever, and so there is an end to it.

internal import SampleFile
internal import Synchronization

/// Counts the files that a recorder gets in place of lost ones, whichever of its streams writes them.
final class Replacements: Sendable {
    /// How many there are at most.
    static let limit = 16

    private let count = Atomic<Int>(0)

    /// Whether there is one more, which is taken then.
    func take() -> Bool {
        count.wrappingAdd(1, ordering: .relaxed).newValue <= Self.limit
    }
}

/// Why a recording cannot go on when other machines take its session over again and again.
struct TooManyMoves: Error, CustomStringConvertible {
    let path: String

    init(from path: String) { self.path = path }

    var description: String {
        "\(path): another machine took the session over, and it is the last of \(Replacements.limit) files; see "
            + "which machine does so, and record elsewhere"
    }
}

/// Why a recording cannot go on when its file was lost.
struct NoReplacement: Error, CustomStringConvertible {
    let lost: LostFile
    let why: String

    init(for lost: LostFile, _ why: String) {
        self.lost = lost
        self.why = why
    }

    /// Says that there were too many.
    init(afterLast lost: LostFile) {
        self.init(
            for: lost,
            "it is the last of \(Replacements.limit) files in place of others; see that nobody "
                + "changes the folder of a recording, and record again"
        )
    }

    var description: String {
        "\(lost.place.path): \(lost.what), and no other could be made: \(why)"
    }
}

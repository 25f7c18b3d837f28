// Limits the replacements for lost files. Otherwise somebody who deletes every file at once would keep a recorder
// creating files for ever.

internal import SampleFile
internal import Synchronization

/// Counts the replacement files of a recorder, over all of its streams.
final class Replacements: Sendable {
    /// The most replacement files.
    static let limit = 16

    private let count = Atomic<Int>(0)

    /// Uses one replacement; returns false if none is left.
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

    /// An error that says that the limit was reached.
    init(afterLast lost: LostFile) {
        self.init(
            for: lost,
            "it is the last of \(Replacements.limit) files that replace lost ones; see that nobody "
                + "changes the folder of a recording, and record again"
        )
    }

    var description: String {
        "\(lost.place.path): \(lost.what), and no other could be made: \(why)"
    }
}

// Makes and reads the names of session folders. The names sort by time and say what ran. The digits of the run's
// UUID distinguish two runs of the same second; if even these are equal, a counter does.

internal import FoundationEssentials
internal import Timebase

/// Makes and reads the names of session folders.
enum SessionName {
    /// Returns the name of a run's folder, such as `2026-11-21T101500Z_WalkAndBalance_1f6a03bc`.
    ///
    /// The parts of the participant that the name is to show come before the identifier, as in
    /// `…Z_P07_WalkAndBalance_…`. `attempt` is above 1 if the earlier names are taken.
    static func name(
        start: WallInstant,
        of participant: Participant? = nil,
        identifier: String,
        run: UUID,
        attempt: Int = 1
    ) -> String {
        let digits = String(run.uuidString.lowercased().prefix(8))
        let reduced = SafeName.reduced(identifier)
        let middle =
            SafeName.reduced(participant?.prefix ?? "") + (reduced.isEmpty ? "session" : reduced)
        return SafeName.numbered(
            "\(TimestampText.formatForName(start))_\(middle)_\(digits)",
            attempt
        )
    }

    /// What a folder's name says about its run.
    struct Parts: Hashable {
        var start: WallInstant
        var identifier: String
        /// The first eight hexadecimal digits of the run's UUID.
        var run: String
        /// The counter at the end of the name; 1 if there is none.
        var attempt = 1

        /// True if another name belongs to a folder of the same run.
        func isOfTheSameRun(as other: Parts) -> Bool { (start, run) == (other.start, other.run) }
    }

    /// Reads a name that `name(start:of:identifier:run:attempt:)` may have made; `nil` for other names.
    static func parts(of name: String) -> Parts? {
        let pieces = name.split(separator: "_", omittingEmptySubsequences: false)
        guard pieces.count >= 3, let start = instant(pieces[0]) else { return nil }
        var (last, attempt) = (pieces.count - 1, 1)
        if !isRun(pieces[last]) {
            // Only a counter may follow the digits of the run.
            guard last >= 3, let number = Int(pieces[last]), isRun(pieces[last - 1]) else {
                return nil
            }
            (last, attempt) = (last - 1, number)
        }
        return Parts(
            start: start,
            identifier: pieces[1..<last].joined(separator: "_"),
            run: String(pieces[last]),
            attempt: attempt
        )
    }

    /// True if two names belong to the same folder, even if the participant differs, since that may have been
    /// amended.
    static func isOfTheSameFolder(_ name: String, _ other: String) -> Bool {
        if name == other { return true }
        guard let parts = parts(of: name), let others = self.parts(of: other) else { return false }
        return parts.isOfTheSameRun(as: others) && parts.attempt == others.attempt
    }

    private static func isRun(_ text: Substring) -> Bool {
        text.utf8.count == 8
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    private static func instant(_ text: Substring) -> WallInstant? {
        let characters = Array(text)
        guard characters.count == 18, characters[10] == "T", characters[17] == "Z" else {
            return nil
        }
        let day = String(characters[0...10])
        let hour = String(characters[11...12])
        let minute = String(characters[13...14])
        let second = String(characters[15...16])
        return TimestampText.parse("\(day)\(hour):\(minute):\(second).000Z")?.0
    }
}

// Counts jumps of the position. Jumps stay in the file, with the receiver's accuracy; a note reports how many there
// are.

/// Counts fixes further from the previous one than both accuracies and any runner can explain.
struct JumpCount: Sendable, Hashable {
    private(set) var count = 0

    /// Faster than anybody runs, in metres per second.
    private static let fastest = 12.5
    /// The assumed accuracy if the receiver reports none, in metres: typical under the open sky.
    private static let usualAccuracy = 10.0

    /// Adds the distance of two fixes, and the seconds between them.
    mutating func take(_ distance: Double, from first: Fix, to second: Fix, after seconds: Double) {
        let accuracies = [first, second].reduce(0) {
            $0 + ($1.horizontalAccuracy ?? Self.usualAccuracy)
        }
        if distance > accuracies + Self.fastest * max(0, seconds) { count += 1 }
    }

    /// The note at the end, if there are any.
    var note: String? {
        guard count > 0 else { return nil }
        let fixes = count == 1 ? "1 fix lies" : "\(count) fixes lie"
        return
            "\(fixes) farther from the one before than the receiver's accuracy and any runner explain; "
            + "all are in the file as they came, and in the distance that was walked"
    }
}

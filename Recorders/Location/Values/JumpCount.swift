// Jumps of a receiver stay in the file as they came, with its own accuracy beside them. That some are in it, a note says.

/// Counts the fixes that lie farther from the one before than both accuracies and any runner explain.
struct JumpCount: Sendable, Hashable {
    private(set) var count = 0

    /// As fast as nobody runs, in metres a second.
    private static let fastest = 12.5
    /// What is taken for the accuracy where a receiver tells none, in metres: that of a usual one under the open sky.
    private static let usualAccuracy = 10.0

    /// Takes the distance of two fixes, and how many seconds lay between them.
    mutating func take(_ distance: Double, from first: Fix, to second: Fix, after seconds: Double) {
        let accuracies = [first, second].reduce(0) {
            $0 + ($1.horizontalAccuracy ?? Self.usualAccuracy)
        }
        if distance > accuracies + Self.fastest * max(0, seconds) { count += 1 }
    }

    /// What is told of them at the end.
    var note: String? {
        guard count > 0 else { return nil }
        let fixes = count == 1 ? "1 fix lies" : "\(count) fixes lie"
        return
            "\(fixes) farther from the one before than the receiver's accuracy and any runner explain; "
            + "all are in the file as they came, and in the distance that was walked"
    }
}

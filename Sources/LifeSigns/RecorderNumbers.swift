// Names for the recorders of a recording without a task file. The identifiers that the command makes for them contain
// placements and device names, which must not leave the board; life signs use kind and number instead.

internal import SystemCalls

/// Numbers the recorders of each kind, in the order of the calls.
public struct RecorderNumbers: Sendable {
    private var counts: [String: Int] = [:]

    /// Numbers that begin at 1.
    public init() {}

    /// The name of the next recorder of a kind, such as `motion-1`.
    public mutating func next(of kind: String) -> String {
        let number = counts[kind, default: 0].addingClamped(1)
        counts[kind] = number
        return "\(kind)-\(number)"
    }
}

// What the recorders of a recording that no task file describes are called in life signs. The command makes their
// identifiers of placements and of names of devices, which do not leave the board: they are told by kind and number.

internal import SystemCalls

/// Numbers the recorders of each kind, in the order in which they are asked about.
public struct RecorderNumbers: Sendable {
    private var counts: [String: Int] = [:]

    /// Numbers that begin at 1.
    public init() {}

    /// What the next recorder of a kind is called, such as `motion-1`.
    public mutating func next(of kind: String) -> String {
        let number = counts[kind, default: 0].addingClamped(1)
        counts[kind] = number
        return "\(kind)-\(number)"
    }
}

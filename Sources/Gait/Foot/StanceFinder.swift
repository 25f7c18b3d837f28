// When a foot lies still. It turns in every phase of a step but for the one in which it lies flat, so the energy of its
// rotation over a tenth of a second tells it, whatever the person and the shoe (Skog 2010 compares such detectors).

/// Tells how much a foot turns around each sample: still, where that is little.
struct StanceFinder: Sendable {
    static let windowInSeconds = 0.1
    /// 50 °/s: a foot that lies flat rocks less, and one that swings turns ten times as fast.
    static let limit = 50.0 * (.pi / 180)

    private var window: [(seconds: Double, energy: Double)] = []

    /// Takes a sample in.
    ///
    /// - Parameters:
    ///   - seconds: When.
    ///   - rotation: In rad/s.
    /// - Returns: How much the foot turned in the window, as the root of the mean square in rad/s, and how many samples
    ///   back its middle is; `nil` until there is half a window.
    mutating func update(
        seconds: Double,
        rotation: SIMD3<Double>
    ) -> (turning: Double, age: Int)? {
        window.append((seconds, rotation.dot(rotation)))
        let begin = seconds - Self.windowInSeconds
        window.removeAll { $0.seconds < begin }
        guard window.count > 1, let first = window.first,
            seconds - first.seconds >= Self.windowInSeconds / 2
        else { return nil }
        let sum = window.reduce(0) { $0 + $1.energy }
        return ((sum / Double(window.count)).squareRoot(), window.count / 2)
    }
}

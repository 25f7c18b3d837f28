// Detects when a foot lies still. It rotates in every phase of a step except when it lies flat, so the energy of its
// rotation over a tenth of a second shows the stance, for any person and shoe (Skog 2010 compares such detectors).

/// Computes how much a foot rotates around each sample; a small value means that it lies still.
struct StanceFinder: Sendable {
    static let windowInSeconds = 0.1
    /// 50 °/s: a foot that lies flat rotates less, and a swinging one ten times as fast.
    static let limit = 50.0 * (.pi / 180)

    private var window: [(seconds: Double, energy: Double)] = []

    /// Processes a sample.
    ///
    /// - Parameters:
    ///   - seconds: Its time.
    ///   - rotation: The rotation in rad/s.
    /// - Returns: The root mean square of the rotation in the window, in rad/s, and how many samples back the window's
    ///   middle is; `nil` until half a window is filled.
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

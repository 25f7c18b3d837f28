// On a full disk nothing could be noted as sent, and the other end not be asked whether a session may go here: the disk
// would stay full. So an outbox holds some of the disk back while there is plenty, and lets it go when there is none.

internal import SystemCalls

/// The part of the disk that an outbox holds back for its own notes.
struct OutboxReserve {
    /// What is to be done with it.
    enum Step: Hashable {
        case make, letGo, nothing
    }

    /// How much it has: the notes of some hundred sessions, and their manifests while they are compared.
    static let bytes = 1 << 20
    /// It is let go of below so many free bytes, and made where there are more than so many.
    static let (scarce, plenty): (Int64, Int64) = (4 << 20, 64 << 20)
    static let fileName = "reserve"

    /// Decides what is to be done with it.
    ///
    /// - Parameters:
    ///   - isThere: Whether it is there.
    ///   - freeBytes: How many bytes of the disk are free; `nil` where nobody knows.
    /// - Returns: What is to be done.
    static func step(where isThere: Bool, freeBytes: Int64?) -> Step {
        guard let freeBytes else { return .nothing }
        if isThere { return freeBytes < scarce ? .letGo : .nothing }
        return freeBytes > plenty ? .make : .nothing
    }

    /// Makes it, or lets it go; what fails is tried again by the next round.
    static func settle(in folder: OpenFolder, freeBytes: Int64?) {
        switch step(where: folder.kind(of: fileName) != .missing, freeBytes: freeBytes) {
        case .nothing: return
        case .letGo: try? folder.remove(fileName)
        case .make:
            do throws(SystemError) {
                let file = try folder.createAnew(fileName)
                // Not of zeros, which some file systems keep nowhere.
                let filling = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 40_503 >> 7) }
                try file.writeAll(filling, at: 0)
                try file.synchronize()
            } catch {
                try? folder.remove(fileName)
            }
        }
    }
}

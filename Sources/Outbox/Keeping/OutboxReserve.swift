// On a full disk nothing could be noted as sent, and the destination could not be asked whether a session may be
// deleted here: the disk would stay full. So an outbox reserves some disk space while there is plenty, and releases it
// when there is none.

internal import SystemCalls

/// The disk space that an outbox reserves for its own notes.
struct OutboxReserve {
    /// What to do with the reserve.
    enum Step: Hashable {
        case make, letGo, nothing
    }

    /// The size: the notes of some hundred sessions, and their manifests while they are compared.
    static let bytes = 1 << 20
    /// Releases the reserve below `scarce` free bytes, and creates it above `plenty`.
    static let (scarce, plenty): (Int64, Int64) = (4 << 20, 64 << 20)
    static let fileName = "reserve"

    /// Decides whether to create or release the reserve.
    ///
    /// - Parameters:
    ///   - isThere: True if the reserve exists.
    ///   - freeBytes: How many bytes of the disk are free; `nil` if unknown.
    /// - Returns: What to do.
    static func step(where isThere: Bool, freeBytes: Int64?) -> Step {
        guard let freeBytes else { return .nothing }
        if isThere { return freeBytes < scarce ? .letGo : .nothing }
        return freeBytes > plenty ? .make : .nothing
    }

    /// Creates or releases the reserve; the next round retries what fails.
    static func settle(in folder: OpenFolder, freeBytes: Int64?) {
        switch step(where: folder.kind(of: fileName) != .missing, freeBytes: freeBytes) {
        case .nothing: return
        case .letGo: try? folder.remove(fileName)
        case .make:
            do throws(SystemError) {
                let file = try folder.createAnew(fileName)
                // Not zeros: some file systems store those without using space.
                let filling = (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 40_503 >> 7) }
                try file.writeAll(filling, at: 0)
                try file.synchronize()
            } catch {
                try? folder.remove(fileName)
            }
        }
    }
}

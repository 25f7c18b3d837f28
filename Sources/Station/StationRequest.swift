// Keeps on the disk whether a recording is wanted. After a power cut a board thus continues the recording that a
// participant began, and does not begin one that they had ended.

internal import FoundationEssentials

/// Whether a recording is wanted, as stored on the disk.
public struct StationRequest: Codable, Sendable, Hashable {
    /// True from the beginning of a recording until a user ends it, or until it ends by itself and no other follows.
    public var isWanted: Bool
    /// The kernel's identifier of the boot in which this was written.
    public var boot: String

    /// Makes a request with the identifier of the present boot.
    public init(isWanted: Bool, boot: String) { (self.isWanted, self.boot) = (isWanted, boot) }

    /// Decodes a stored request; returns `nil` for any other bytes.
    public init?(json bytes: [UInt8]) {
        guard let request = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
            return nil
        }
        self = request
    }

    /// Encodes the request.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return [UInt8](try encoder.encode(self))
    }

    /// Returns whether a station that starts begins a recording at once.
    ///
    /// - Parameters:
    ///   - settings: Its settings.
    ///   - kept: The request that an earlier start has stored, if any.
    ///   - boot: The identifier of this boot.
    /// - Returns: True if it begins.
    public static func isWanted(
        by settings: StationSettings,
        kept: StationRequest?,
        boot: String
    ) -> Bool {
        switch settings.start {
        case .button: return kept?.isWanted ?? false
        case .boot:
            // A user who has ended the recording by the button since the machine booted does not want a restarted
            // program to begin it again.
            guard settings.button != nil, let kept, kept.boot == boot else { return true }
            return kept.isWanted
        }
    }
}

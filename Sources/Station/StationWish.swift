// Whether a recording is wanted has to outlast a power cut: a board that comes back in the middle of a night goes on
// with what a participant began, and begins nothing that they had ended.

internal import FoundationEssentials

/// Whether a recording is wanted, as it is kept on the disk.
public struct StationWish: Codable, Sendable, Hashable {
    /// True from the beginning of a recording until somebody, or its own end, ends it.
    public var isWanted: Bool
    /// The kernel's identifier of the boot in which that was written.
    public var boot: String

    /// A wish of a boot.
    public init(isWanted: Bool, boot: String) { (self.isWanted, self.boot) = (isWanted, boot) }

    /// Reads what was kept; `nil` for anything else.
    public init?(json bytes: [UInt8]) {
        guard let wish = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else { return nil }
        self = wish
    }

    /// The wish as bytes.
    public func json() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return [UInt8](try encoder.encode(self))
    }

    /// Whether a station that starts begins at once.
    ///
    /// - Parameters:
    ///   - settings: Its settings.
    ///   - kept: What an earlier start of it has kept, if anything.
    ///   - boot: The identifier of this boot.
    /// - Returns: True where it begins.
    public static func isWanted(
        by settings: StationSettings,
        kept: StationWish?,
        boot: String
    ) -> Bool {
        switch settings.start {
        case .button: return kept?.isWanted ?? false
        case .boot:
            // Who has ended it by the button since the machine started does not want it from a restarted program.
            guard settings.button != nil, let kept, kept.boot == boot else { return true }
            return kept.isWanted
        }
    }
}

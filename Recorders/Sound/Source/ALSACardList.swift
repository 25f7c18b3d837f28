// The cards that record, for whoever looks for one. The kernel says what they are called; nothing is opened for it.

internal import SystemCalls

/// Sound cards that record.
public struct ALSACardList: Codable, Sendable, Hashable {
    /// Their devices.
    public var cards: [Entry] = []

    /// What alsa-lib calls the one that a machine records with unasked.
    public static let usual = "default"

    /// One device of a card.
    public struct Entry: Codable, Sendable, Hashable {
        /// As alsa-lib knows it, and as a recorder takes it.
        public var card: String
        /// What the kernel calls it.
        public var name: String?
        /// What stands in the way of recording it.
        public var obstacles: [String]
        /// Who may read it, as in `root:audio 0660`.
        public var readers: String?
    }

    public init() {}

    /// Those that are there.
    ///
    /// - Parameters:
    ///   - folder: Where the nodes of devices are.
    ///   - names: Where the kernel lists the names of cards.
    /// - Returns: The list, by their numbers.
    public static func present(
        in folder: String = "/dev/snd",
        named names: String = "/proc/asound"
    ) -> ALSACardList {
        var list = ALSACardList()
        list.cards = CaptureNode.present(in: folder).map { node in
            Entry(
                card: node.card,
                name: FileSystem.shortText(of: "\(names)/card\(node.number)/id").map {
                    String($0.prefix { $0 != "\n" })
                },
                obstacles: obstacles(of: node, among: "\(names)/card\(node.number)"),
                readers: FileSystem.ownership(of: node.path)
            )
        }
        return list
    }

    private static func obstacles(of node: CaptureNode, among facts: String) -> [String] {
        guard let errno = FileSystem.obstacleToReading(node.path) else {
            guard isTaken("\(facts)/pcm\(node.device)c") else { return [] }
            let error = SoundError(
                .busy(holder: FileHolder.describe(of: node.path)),
                of: node.card
            )
            return ["\(error.what); \(error.remedy)"]
        }
        let group = FileRights(of: node.path).flatMap { $0.isOpenToGroup ? $0.group : nil }
        let kind: SoundError.Kind =
            errno == .access || errno == .permission
            ? .forbidden(group: group == "root" ? nil : group)
            : .failed(call: "faccessat", "\(errno)")
        let error = SoundError(kind, of: node.card)
        return ["\(error.what); \(error.remedy)"]
    }

    /// Whether somebody records with each of the ways in that a device has, as the kernel tells.
    private static func isTaken(_ device: String) -> Bool {
        let ways = ((try? FileSystem.list(device)) ?? []).filter { $0.hasPrefix("sub") }
        return !ways.isEmpty
            && ways.allSatisfy { way in
                let status = FileSystem.shortText(of: "\(device)/\(way)/status")
                return status.map { !$0.hasPrefix("closed") } ?? false
            }
    }
}

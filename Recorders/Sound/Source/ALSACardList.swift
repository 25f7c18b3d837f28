// Lists the cards that can record. The names come from the kernel; no card is opened.

internal import SystemCalls

/// Sound cards that can record.
public struct ALSACardList: Codable, Sendable, Hashable {
    /// The devices of the cards.
    public var cards: [Entry] = []

    /// alsa-lib's name of the machine's default card.
    public static let usual = "default"

    /// One device of a card.
    public struct Entry: Codable, Sendable, Hashable {
        /// alsa-lib's name of the device, as a recorder's configuration needs it.
        public var card: String
        /// The kernel's name of the card.
        public var name: String?
        /// What prevents recording from it.
        public var obstacles: [String]
        /// Who may read it, such as `root:audio 0660`.
        public var readers: String?
    }

    public init() {}

    /// Lists the devices that exist.
    ///
    /// - Parameters:
    ///   - folder: The folder of the device nodes.
    ///   - names: Where the kernel lists the names of cards.
    /// - Returns: The list, ordered by number.
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

    /// True if other programs record with all subdevices of a device, as the kernel reports.
    private static func isTaken(_ device: String) -> Bool {
        let ways = ((try? FileSystem.list(device)) ?? []).filter { $0.hasPrefix("sub") }
        return !ways.isEmpty
            && ways.allSatisfy { way in
                let status = FileSystem.shortText(of: "\(device)/\(way)/status")
                return status.map { !$0.hasPrefix("closed") } ?? false
            }
    }
}

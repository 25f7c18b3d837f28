// Finds out why a card cannot be opened. For a card that the user has no permission for, alsa-lib reports that it
// does not exist; the device nodes show which is true.

internal import SystemCalls

/// What prevents using a card.
enum CardObstacle {
    /// The cause of alsa-lib's error when a card could not be opened.
    static func kind(
        of problem: Int32,
        of card: String,
        _ words: String,
        in folder: String = "/dev/snd"
    ) -> SoundError.Kind {
        let nodes = CaptureNode.present(in: folder)
        switch Errno(rawValue: 0 &- problem) {
        case .busy: return .busy(holder: holder(of: card, among: nodes))
        case .access, .permission: return .forbidden(group: group(of: nodes))
        case .noDevice, .notFound, .noDeviceOrAddress, .invalid:
            if !nodes.isEmpty, nodes.allSatisfy(\.isClosed) {
                return .forbidden(group: group(of: nodes))
            }
            return nodes.isEmpty && card == ALSACardList.usual ? .noCardAtAll : .noCard(words)
        default: return .failed(call: "snd_pcm_open", words)
        }
    }

    private static func holder(of card: String, among nodes: [CaptureNode]) -> String? {
        let meant = nodes.filter { $0.card == card }
        return (meant.isEmpty ? nodes : meant).lazy
            .compactMap { FileHolder.describe(of: $0.path) }.first
    }

    private static func group(of nodes: [CaptureNode]) -> String? {
        nodes.lazy.filter(\.isClosed).compactMap { FileRights(of: $0.path) }
            .first { $0.isOpenToGroup && $0.group != "root" }?.group
    }
}

/// The device node through which a card's device records.
struct CaptureNode: Sendable, Hashable {
    var path: String
    /// The numbers of the card and of its device.
    var number: Int
    var device: Int

    /// alsa-lib's name of the device.
    var card: String { "hw:\(number),\(device)" }
    /// True if this user may not open it.
    var isClosed: Bool { FileSystem.obstacleToReading(path) != nil }

    /// The nodes that exist.
    static func present(in folder: String = "/dev/snd") -> [CaptureNode] {
        ((try? FileSystem.list(folder)) ?? []).compactMap { name in
            guard name.hasPrefix("pcmC"), name.hasSuffix("c") else { return nil }
            let parts = name.dropFirst(4).dropLast().split(separator: "D")
            guard parts.count == 2, let number = Int(parts[0]), let device = Int(parts[1]) else {
                return nil
            }
            return CaptureNode(path: "\(folder)/\(name)", number: number, device: device)
        }.sorted { ($0.number, $0.device) < ($1.number, $1.device) }
    }
}

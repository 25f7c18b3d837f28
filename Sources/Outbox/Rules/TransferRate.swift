// How fast sessions may go: whoever shares a home's network with a board must not notice it. rclone keeps the limit.

/// The most bytes that may be sent in a second.
public struct TransferRate: Hashable, Sendable {
    /// How many.
    public let bytesPerSecond: Int64

    /// Below it, no file would ever arrive before the network gives up.
    private static let least: Int64 = 1000

    /// Reads a rate such as "2MB/s", "500kB/s" and "1.5MiB/s".
    ///
    /// A rate in bits, as networks are sold by, is refused: "2Mbit" would be read as eight times as much.
    public init(_ text: String) throws(SendRuleError) {
        let lower = text.lowercased()
        let isPerSecond = lower.hasSuffix("/s")
        let quantity = text.dropLast(isPerSecond ? 2 : 0)
        let remedy = "give bytes in a second, for instance 500kB/s or 2MB/s"
        guard !lower.contains("bit"), let bytes = ByteQuantity.bytes(quantity) else {
            throw SendRuleError("not a number of bytes in a second", remedy: remedy)
        }
        guard bytes >= Self.least else {
            throw SendRuleError("slower than 1 kB/s", remedy: remedy)
        }
        bytesPerSecond = bytes
    }

    /// What rclone is told: whole bytes, for which its unit is `B`.
    public var rcloneArguments: [String] { ["--bwlimit", "\(bytesPerSecond)B"] }
}

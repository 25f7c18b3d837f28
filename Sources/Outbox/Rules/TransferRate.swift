// The highest rate of sending, so that people who share a home's network with a board do not notice it. rclone enforces
// it.

/// The most bytes that may be sent in a second.
public struct TransferRate: Hashable, Sendable {
    /// The number of bytes a second.
    public let bytesPerSecond: Int64

    /// Below this rate, no file would arrive before the connection times out.
    private static let least: Int64 = 1000

    /// Parses a rate such as "2MB/s", "500kB/s" or "1.5MiB/s".
    ///
    /// Refuses bits, in which network plans state a rate: "2Mbit" and "2Mb/s" would be read as eight times as much. A
    /// small "b" at the end means bits.
    public init(_ text: String) throws(SendRuleError) {
        let lower = text.lowercased()
        let isPerSecond = lower.hasSuffix("/s")
        let quantity = text.dropLast(isPerSecond ? 2 : 0)
        let remedy = "give bytes in a second, for instance 500kB/s or 2MB/s"
        let isInBits = lower.contains("bit") || quantity.hasSuffix("b")
        guard !isInBits, let bytes = ByteQuantity.bytes(quantity) else {
            throw SendRuleError("not a number of bytes in a second", remedy: remedy)
        }
        guard bytes >= Self.least else {
            throw SendRuleError("slower than 1 kB/s", remedy: remedy)
        }
        bytesPerSecond = bytes
    }

    /// The rclone option for this rate, in whole bytes: rclone's unit is `B`.
    public var rcloneArguments: [String] { ["--bwlimit", "\(bytesPerSecond)B"] }
}

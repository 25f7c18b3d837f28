// The wire format of a mark: one datagram holds a whole mark. Anybody on the network can send anything to the port, so
// a datagram is accepted only if it has exactly this form, and is otherwise refused with a reason.
//
//     bytes   content; the most significant byte of a number comes first
//     4       "FFNM"
//     1       version, 1
//     1       flags: 1 if it is signed, plus 2 if the sender's clock is synchronized
//     1       the number of this datagram among those of the mark, from 0
//     1       the length of the name in bytes
//     16      the identifier of the mark, random
//     8       how many nanoseconds after the mark's first datagram this one is sent
//     8       when it is sent, in nanoseconds of the sender's CLOCK_REALTIME
//     1…64    the name, UTF-8
//     32      if signed: HMAC-SHA-256 of all preceding bytes

internal import Research
internal import SampleFile

/// A mark that is sent over the network.
struct NetworkMark: Hashable, Sendable {
    /// The UDP port on which all sessions listen.
    static let port: UInt16 = 17_117
    /// The multicast groups that receive marks on a link.
    static let groupOfFour = "239.255.70.78"
    static let groupOfSix = "ff12::4646:4e4d"

    static let version: UInt8 = 1
    static let longestName = 64
    /// The greatest accepted `delayNanoseconds`.
    static let longestDelay: UInt64 = 5_000_000_000
    static let longest = headBytes + longestName + sumBytes

    private static let word = Array("FFNM".utf8)
    private static let headBytes = 40
    private static let sumBytes = 32
    private static let signedFlag: UInt8 = 1
    private static let synchronizedFlag: UInt8 = 2

    var id: [UInt8]
    var name: String
    var transmission: UInt8
    var delayNanoseconds: UInt64
    var sentNanoseconds: Int64
    var isSenderSynchronized: Bool
    /// True if the receiver has checked the signature with its own key.
    var isSigned = false

    /// Why a datagram is refused.
    enum Refusal: Error, Hashable, Sendable {
        /// Its bytes do not have the format of a mark.
        case foreign
        /// It has another format version.
        case version(UInt8)
        /// Its name is not valid for a mark.
        case name
        /// It is not signed, but a signature is required.
        case unsigned
        /// Its signature does not match the key: the sender used another key, or the datagram was changed.
        case key
    }

    /// Encodes the datagram.
    func bytes(signedBy key: [UInt8]?) -> [UInt8] {
        var flags: UInt8 = isSenderSynchronized ? Self.synchronizedFlag : 0
        if key != nil { flags |= Self.signedFlag }
        let name = Array(name.utf8)
        var bytes = Self.word + [Self.version, flags, transmission, UInt8(clamping: name.count)]
        bytes += id
        bytes += Self.bytes(of: delayNanoseconds)
        bytes += Self.bytes(of: UInt64(bitPattern: sentNanoseconds))
        bytes += name
        return key.map { bytes + SHA256.signature(of: bytes, by: $0) } ?? bytes
    }

    /// Decodes a datagram.
    ///
    /// - Parameters:
    ///   - bytes: The whole datagram.
    ///   - key: The key that it must be signed with; without a key, no signature is checked.
    /// - Throws: Why the datagram is refused.
    init(_ bytes: [UInt8], signedBy key: [UInt8]?) throws(Refusal) {
        guard bytes.count > Self.headBytes, bytes.starts(with: Self.word) else { throw .foreign }
        guard bytes[4] == Self.version else { throw .version(bytes[4]) }
        let (flags, length) = (bytes[5], Int(bytes[7]))
        let end = Self.headBytes + length
        let claimsSignature = flags & Self.signedFlag != 0
        delayNanoseconds = Self.number(in: bytes[24..<32])
        guard flags & ~(Self.signedFlag | Self.synchronizedFlag) == 0,
            (1...Self.longestName).contains(length), delayNanoseconds <= Self.longestDelay,
            bytes.count == end + (claimsSignature ? Self.sumBytes : 0)
        else { throw .foreign }
        if let key {
            guard claimsSignature else { throw .unsigned }
            let sum = SHA256.signature(of: Array(bytes[..<end]), by: key)
            // Compares in constant time, so that the time does not reveal how much of a wrong signature is right.
            let difference = zip(sum, bytes[end...]).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
            guard difference == 0 else { throw .key }
            isSigned = true
        }
        guard let name = String(validating: bytes[Self.headBytes..<end], as: UTF8.self),
            Self.fault(of: name) == nil
        else { throw .name }
        self.name = name
        id = Array(bytes[8..<24])
        transmission = bytes[6]
        sentNanoseconds = Int64(bitPattern: Self.number(in: bytes[32..<40]))
        isSenderSynchronized = flags & Self.synchronizedFlag != 0
    }

    init(id: [UInt8], name: String, sentNanoseconds: Int64, isSenderSynchronized: Bool) {
        (self.id, self.name) = (id, name)
        (transmission, delayNanoseconds) = (0, 0)
        self.sentNanoseconds = sentNanoseconds
        self.isSenderSynchronized = isSenderSynchronized
    }

    /// The identifier of the mark in the journal: `id` in hexadecimal digits.
    var identifier: String {
        let digits = Array("0123456789abcdef".utf8)
        let text = id.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: text, as: UTF8.self)
    }

    /// What is wrong with the name of a network mark; `nil` if it is valid.
    static func fault(of name: String) -> MarkName.Fault? {
        if let fault = MarkName.fault(of: name) { return fault }
        if name.utf8.count > longestName {
            return MarkName.Fault(
                what: "the name of a mark over the network is longer than \(longestName) bytes",
                remedy: "give a shorter one"
            )
        }
        guard name.unicodeScalars.allSatisfy(\.isShown) else {
            return MarkName.Fault(
                what: "the mark's name contains invisible characters",
                remedy: "leave them out"
            )
        }
        return nil
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }

    private static func number(in bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

extension Unicode.Scalar {
    /// True for visible characters and spaces.
    fileprivate var isShown: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }
}

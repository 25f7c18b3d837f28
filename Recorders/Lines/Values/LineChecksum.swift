// Checksums that home-made devices append to their lines. If a byte is lost or changed on the way, the line is
// dropped instead of giving a wrong reading.

/// A checksum of the bytes of a line.
public struct LineChecksum: Sendable, Hashable {
    /// The algorithms.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The exclusive or of all bytes, as in NMEA.
        case xor
        /// The last eight bits of the sum of all bytes.
        case sum
        /// CRC-8/SMBUS: polynomial 07, from 00.
        case crc8
        /// CRC-8/MAXIM-DOW (Dallas): polynomial 31, from 00, the last bit first.
        case crc8maxim
        /// CRC-16/CCITT-FALSE (IBM-3740): polynomial 1021, from FFFF.
        case crc16
        /// CRC-16/XMODEM: polynomial 1021, from 0000.
        case crc16xmodem
        /// CRC-16/MODBUS: polynomial 8005, from FFFF, the last bit first.
        case crc16modbus
        /// CRC-32, as zlib and Python's `zlib.crc32` compute it.
        case crc32
    }

    /// The algorithm.
    public let kind: Kind
    /// Whether it is written in decimal; otherwise it is hexadecimal.
    public let isDecimal: Bool
    private let table: [UInt32]

    /// A checksum of a kind.
    ///
    /// - Parameters:
    ///   - kind: The algorithm.
    ///   - isDecimal: Whether it is written in decimal.
    public init(_ kind: Kind, isDecimal: Bool = false) {
        self.kind = kind
        self.isDecimal = isDecimal
        table = kind.course.map { course in (0..<256).map { course.step(UInt32($0)) } } ?? []
    }

    /// The checksum of some bytes.
    func value(of bytes: Span<UInt8>) -> UInt32 {
        guard let course = kind.course else {
            var value: UInt8 = 0
            for index in bytes.indices {
                if kind == .xor { value ^= bytes[index] } else { value &+= bytes[index] }
            }
            return UInt32(value)
        }
        var value = course.start
        for index in bytes.indices { value = course.next(value, bytes[index], table) }
        return value ^ course.last
    }

    /// A checksum as a device writes it.
    func text(of value: UInt32) -> String {
        String(value, radix: isDecimal ? 10 : 16, uppercase: true)
    }

    /// Parses a checksum; `nil` if it is not one.
    func number(_ digits: Span<UInt8>) -> UInt32? {
        var first = 0
        if !isDecimal, digits.count > 2, digits[0] == .zero, digits[1] | 0x20 == UInt8(ascii: "x") {
            first = 2
        }
        guard first < digits.count else { return nil }
        var value: UInt64 = 0
        for index in first..<digits.count {
            guard let digit = digits[index].hexDigit, !isDecimal || digit < 10 else { return nil }
            value = value * (isDecimal ? 10 : 16) + UInt64(digit)
            guard value <= kind.largest else { return nil }
        }
        return UInt32(value)
    }
}

extension LineChecksum.Kind {
    /// The parameters of a cyclic checksum.
    fileprivate struct Course {
        var width: UInt32
        var polynomial: UInt32
        var start: UInt32
        var last: UInt32 = 0
        var isLastBitFirst = false

        /// A mask of the checksum's width.
        private var mask: UInt32 { .max >> (32 - width) }

        func step(_ byte: UInt32) -> UInt32 {
            if isLastBitFirst {
                return (0..<8).reduce(byte) { value, _ in
                    value & 1 != 0 ? value >> 1 ^ polynomial : value >> 1
                }
            }
            let top: UInt32 = 1 << (width - 1)
            return (0..<8).reduce(byte << (width - 8)) { value, _ in
                (value & top != 0 ? value << 1 ^ polynomial : value << 1) & mask
            }
        }

        @inline(__always)
        func next(_ value: UInt32, _ byte: UInt8, _ table: [UInt32]) -> UInt32 {
            isLastBitFirst
                ? value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)]
                : (value << 8 ^ table[Int(UInt8(truncatingIfNeeded: value >> (width - 8)) ^ byte)])
                    & mask
        }
    }

    fileprivate var course: Course? {
        switch self {
        case .xor, .sum: nil
        case .crc8: Course(width: 8, polynomial: 0x07, start: 0)
        // If the last bit comes first, the polynomial is reversed.
        case .crc8maxim: Course(width: 8, polynomial: 0x8C, start: 0, isLastBitFirst: true)
        case .crc16: Course(width: 16, polynomial: 0x1021, start: 0xFFFF)
        case .crc16xmodem: Course(width: 16, polynomial: 0x1021, start: 0)
        case .crc16modbus:
            Course(width: 16, polynomial: 0xA001, start: 0xFFFF, isLastBitFirst: true)
        case .crc32:
            Course(
                width: 32,
                polynomial: 0xEDB8_8320,
                start: .max,
                last: .max,
                isLastBitFirst: true
            )
        }
    }

    fileprivate var largest: UInt64 { course.map { 1 << UInt64($0.width) - 1 } ?? 0xFF }
}

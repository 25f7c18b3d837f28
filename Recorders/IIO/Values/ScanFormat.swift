// How one channel's number lies in a scan. The kernel's text for it is the only truth: `s16/32`
// channels carry a neighbour's bytes above bit 15, so the count of bits decides, not the storage.

/// The layout of one channel's number in a scan, as in `le:s12/16>>4`.
struct ScanFormat: Sendable, Hashable {
    var isBigEndian: Bool
    var isSigned: Bool
    /// Bits that mean something.
    var bits: Int
    /// Bits that are stored: a multiple of 8, up to 64.
    var storageBits: Int
    /// Bits to the right of those that mean something.
    var shift: Int
    /// How many numbers there are, one behind the other.
    var repeats: Int

    /// A layout; `nil` for what no number can have.
    init?(
        isBigEndian: Bool,
        isSigned: Bool,
        bits: Int,
        storageBits: Int,
        shift: Int = 0,
        repeats: Int = 1
    ) {
        guard (8...64).contains(storageBits), storageBits.isMultiple(of: 8),
            (1...storageBits).contains(bits), (0...(storageBits - bits)).contains(shift),
            (1...256).contains(repeats)
        else { return nil }
        self.isBigEndian = isBigEndian
        self.isSigned = isSigned
        self.bits = bits
        self.storageBits = storageBits
        self.shift = shift
        self.repeats = repeats
    }

    /// Bytes of one number.
    var bytesOfNumber: Int { storageBits / 8 }

    /// Bytes of all its numbers; a scan aligns the channel to as many.
    var bytes: Int { bytesOfNumber * repeats }
}

// MARK: - Text

extension ScanFormat {
    /// Reads `[be|le]:[s|u]bits/storagebits[Xrepeat][>>shift]`; `nil` when it is anything else.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        while let last = rest.last, last == UInt8(ascii: "\n") || last == 0 { rest.removeLast() }
        func take(_ word: StaticString) -> Bool {
            let bytes = Array(word.description.utf8)
            guard rest.starts(with: bytes) else { return false }
            rest.removeFirst(bytes.count)
            return true
        }
        func number() -> Int? {
            let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest.removeFirst(digits.count)
            return digits.count > 4 ? nil : Int(String(decoding: digits, as: UTF8.self))
        }
        let isBigEndian: Bool
        if take("be:") {
            isBigEndian = true
        } else if take("le:") {
            isBigEndian = false
        } else {
            return nil
        }
        let isSigned: Bool
        // Capitals say that the storage is filled up with the sign already: the same number.
        if take("s") || take("S") {
            isSigned = true
        } else if take("u") || take("U") {
            isSigned = false
        } else {
            return nil
        }
        guard let bits = number(), take("/"), let storageBits = number() else { return nil }
        var repeats = 1
        if take("X") {
            guard let count = number() else { return nil }
            repeats = max(1, count)
        }
        var shift = 0
        if take(">>") {
            guard let count = number() else { return nil }
            shift = count
        }
        guard rest.isEmpty else { return nil }
        self.init(
            isBigEndian: isBigEndian,
            isSigned: isSigned,
            bits: bits,
            storageBits: storageBits,
            shift: shift,
            repeats: repeats
        )
    }

    /// The kernel's text for it.
    var text: String {
        let order = isBigEndian ? "be" : "le"
        let sign = isSigned ? "s" : "u"
        let repeated = repeats > 1 ? "X\(repeats)" : ""
        return "\(order):\(sign)\(bits)/\(storageBits)\(repeated)>>\(shift)"
    }
}

// MARK: - Numbers

extension ScanFormat {
    /// The number at an address, its sign drawn up to 64 bits.
    ///
    /// - Parameter address: Of `bytesOfNumber` bytes, at any alignment.
    /// - Returns: The pattern of a signed number, or of an unsigned one of 64 bits.
    @inline(__always)
    func pattern(at address: UnsafeRawPointer) -> UInt64 {
        let stored: UInt64
        switch storageBits {
        case 16:
            let word = unsafe address.loadUnaligned(as: UInt16.self)
            stored = UInt64(isBigEndian ? word.bigEndian : word.littleEndian)
        case 32:
            let word = unsafe address.loadUnaligned(as: UInt32.self)
            stored = UInt64(isBigEndian ? word.bigEndian : word.littleEndian)
        case 64:
            let word = unsafe address.loadUnaligned(as: UInt64.self)
            stored = isBigEndian ? word.bigEndian : word.littleEndian
        default:
            stored = unsafe assembled(address)
        }
        let above = UInt64(64 - bits)
        let upper = (stored &>> UInt64(shift)) &<< above
        return isSigned
            ? UInt64(bitPattern: Int64(bitPattern: upper) &>> Int64(above)) : upper &>> above
    }

    /// The number at an address; one of 64 bits without a sign may read as negative.
    @inline(__always)
    func integer(at address: UnsafeRawPointer) -> Int64 {
        unsafe Int64(bitPattern: pattern(at: address))
    }

    /// The number at an address, rounded once where a double has too few digits.
    @inline(__always)
    func number(at address: UnsafeRawPointer) -> Double {
        let pattern = unsafe pattern(at: address)
        return isSigned ? Double(Int64(bitPattern: pattern)) : Double(pattern)
    }

    /// A number of 1, 3, 5, 6 or 7 bytes.
    func assembled(_ address: UnsafeRawPointer) -> UInt64 {
        var stored: UInt64 = 0
        let count = bytesOfNumber
        for place in 0..<count {
            let index = isBigEndian ? place : count - 1 - place
            let byte = unsafe address.load(fromByteOffset: index, as: UInt8.self)
            stored = stored << 8 | UInt64(byte)
        }
        return stored
    }
}

// How one channel's number is stored in a scan, according to the kernel's text for it. In an `s16/32` channel,
// the bits above 15 belong to a neighbour, so the number of significant bits counts, not the size of the
// storage.

/// The layout of one channel's number in a scan, as in `le:s12/16>>4`.
struct ScanFormat: Sendable, Hashable {
    var isBigEndian: Bool
    var isSigned: Bool
    /// The number of significant bits.
    var bits: Int
    /// The number of stored bits: a multiple of 8, up to 64.
    var storageBits: Int
    /// The number of bits to the right of the significant ones.
    var shift: Int
    /// How many numbers follow one another.
    var repeats: Int

    /// A layout; `nil` if the values are impossible.
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

    /// Bytes of all its numbers; in a scan, the channel is aligned to this size.
    var bytes: Int { bytesOfNumber * repeats }
}

// MARK: - Text

extension ScanFormat {
    /// Parses `[be|le]:[s|u]bits/storagebits[Xrepeat][>>shift]`; `nil` for anything else.
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
        // A capital letter means that the storage is already sign-extended; the number is the same.
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

    /// The kernel's text for this layout.
    var text: String {
        let order = isBigEndian ? "be" : "le"
        let sign = isSigned ? "s" : "u"
        let repeated = repeats > 1 ? "X\(repeats)" : ""
        return "\(order):\(sign)\(bits)/\(storageBits)\(repeated)>>\(shift)"
    }
}

// MARK: - Numbers

extension ScanFormat {
    /// The number at an address, sign-extended to 64 bits.
    ///
    /// - Parameter address: The address of `bytesOfNumber` bytes, with any alignment.
    /// - Returns: The bit pattern of a signed 64-bit number, or of an unsigned one.
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

    /// The number at an address; an unsigned 64-bit number may read as negative.
    @inline(__always)
    func integer(at address: UnsafeRawPointer) -> Int64 {
        unsafe Int64(bitPattern: pattern(at: address))
    }

    /// The number at an address, rounded once if it does not fit a double exactly.
    @inline(__always)
    func number(at address: UnsafeRawPointer) -> Double {
        let pattern = unsafe pattern(at: address)
        return isSigned ? Double(Int64(bitPattern: pattern)) : Double(pattern)
    }

    /// Assembles a number of 1, 3, 5, 6 or 7 bytes.
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

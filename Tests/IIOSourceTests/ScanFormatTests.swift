// The formats of scans, tried against libiio's own conversion: a device description in libiio's form
// makes it believe in channels of any format, without a device.

import CIIO
@testable import IIOSource
import Testing

/// A repeatable stream of bits.
struct Bits: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}

/// The library did not take a description.
struct NoContext: Error {}

@Suite("The format of a scan")
struct ScanFormatTests {
    @Test(
        "is parsed from the kernel's text, and written in the same form",
        arguments: [
            "le:s16/16>>0", "be:s12/16>>4", "le:u24/32>>8", "le:s64/64>>0", "be:u1/8>>7",
            "le:s16/32X4>>0",
        ]
    )
    func roundTrip(text: String) throws {
        #expect(try #require(ScanFormat(text + "\n")).text == text)
    }

    @Test(
        "is not parsed from any other text",
        arguments: [
            "", "le", "xe:s16/16>>0", "le:t16/16>>0", "le:s16", "le:s0/16>>0", "le:s17/16>>0",
            "le:s16/12>>0", "le:s16/72>>0", "le:s12/16>>5", "le:s16/16>>0 ", "le:s16/16>>",
            "le:s16/16X999>>0", "le:s99999999999999999999/16>>0",
        ]
    )
    func refuses(text: String) { #expect(ScanFormat(text) == nil) }

    @Test("takes the sign from the top bit of the number, whatever the bits above hold")
    func signExtends() throws {
        let format = try #require(ScanFormat("le:s16/32>>0"))
        // A neighbour's bytes above bit 15, as HID sensors leave them.
        let bytes: [UInt8] = [0xFE, 0xFF, 0x34, 0x12]
        let value = unsafe bytes.withUnsafeBytes { raw in
            unsafe raw.baseAddress.map { unsafe format.integer(at: $0) }
        }
        #expect(value == -2)
    }

    @Test("reads the largest unsigned number")
    func unsigned() throws {
        let format = try #require(ScanFormat("be:u64/64>>0"))
        let bytes = [UInt8](repeating: 0xFF, count: 8)
        let value = unsafe bytes.withUnsafeBytes { raw in
            unsafe raw.baseAddress.map { unsafe format.number(at: $0) }
        }
        #expect(value == 18_446_744_073_709_551_616)
    }

    @Test("equals libiio's conversion for 10,000 random formats")
    func equalsLibrary() throws {
        var bits = Bits(state: 3)
        let formats = (0..<10_000).map { _ in Self.random(&bits) }
        var differences: [String] = []
        // A device has at most so many channels that the description stays small.
        for start in stride(from: 0, to: formats.count, by: 100) {
            let batch = Array(formats[start..<min(start + 100, formats.count)])
            guard let context = unsafe Self.context(of: batch) else { throw NoContext() }
            defer { unsafe iio_context_destroy(context) }
            let device = unsafe iio_context_get_device(context, 0)
            for (index, format) in batch.enumerated() {
                guard let channel = unsafe iio_device_get_channel(device, UInt32(index)) else {
                    throw NoContext()
                }
                let known = unsafe iio_channel_get_data_format(channel).pointee
                #expect(Int(known.bits) == format.bits && Int(known.length) == format.storageBits)
                for _ in 0..<8 {
                    let stored = (0..<format.bytes).map { _ in
                        UInt8.random(in: 0...255, using: &bits)
                    }
                    let (theirs, ours) = unsafe Self.convert(stored, channel, format)
                    if theirs != ours { differences.append("\(format.text) \(stored)") }
                }
            }
        }
        #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(5))")
    }

    private static func random(_ bits: inout Bits) -> ScanFormat {
        while true {
            let storage = [8, 16, 32, 64].randomElement(using: &bits) ?? 8
            let count = Int.random(in: 1...storage, using: &bits)
            let format = ScanFormat(
                isBigEndian: Bool.random(using: &bits),
                isSigned: Bool.random(using: &bits),
                bits: count,
                storageBits: storage,
                shift: Int.random(in: 0...(storage - count), using: &bits),
                repeats: Bool.random(using: &bits) ? 1 : Int.random(in: 2...4, using: &bits)
            )
            if let format { return format }
        }
    }

    private static func context(of formats: [ScanFormat]) -> OpaquePointer? {
        let channels = formats.enumerated().map { index, format in
            """
            <channel id="voltage\(index)" type="input"><scan-element index="\(index)" \
            format="\(format.text.replacing(">>", with: "&gt;&gt;"))" /></channel>
            """
        }.joined()
        let xml = ContextDocument.text(
            of: #"<device id="iio:device0" name="random">\#(channels)</device>"#
        )
        var reason: Int32 = 0
        return unsafe footfall_iio_read(xml, xml.utf8.count, &reason)
    }

    /// The numbers that libiio and we read, as bytes.
    private static func convert(
        _ stored: [UInt8],
        _ channel: OpaquePointer,
        _ format: ScanFormat
    ) -> (theirs: [UInt8], ours: [UInt8]) {
        var theirs = [UInt8](repeating: 0, count: format.bytes)
        unsafe iio_channel_convert(channel, &theirs, stored)
        var ours: [UInt8] = []
        unsafe stored.withUnsafeBytes { raw in
            guard let base = raw.baseAddress else { return }
            for place in 0..<format.repeats {
                let pattern = unsafe format.pattern(at: base + place * format.bytesOfNumber)
                for byte in 0..<format.bytesOfNumber {
                    ours.append(UInt8(truncatingIfNeeded: pattern >> (8 * byte)))
                }
            }
        }
        return (theirs, ours)
    }
}

@Suite("The layout of a scan")
struct ScanLayoutTests {
    @Test("aligns each channel to its size, by the order of indices, and the whole to the largest")
    func lays() throws {
        let short = try #require(ScanFormat("le:s16/16>>0"))
        let timestamp = try #require(ScanFormat("le:s64/64>>0"))
        let layout = ScanLayout([(3, timestamp), (0, short), (2, short), (1, short)])
        #expect(layout.offsets == [8, 0, 4, 2])
        #expect(layout.bytes == 16)
        #expect(ScanLayout([(0, short), (1, short), (2, short)]).bytes == 6)
    }

    @Test("equals libiio's for random sets of channels")
    func equalsLibrary() throws {
        var bits = Bits(state: 4)
        for _ in 0..<200 {
            let texts = (0..<Int.random(in: 1...6, using: &bits)).map { _ in
                ["le:s8/8>>0", "le:s16/16>>0", "be:s24/32>>8", "le:s64/64>>0"]
                    .randomElement(using: &bits) ?? ""
            }
            let channels = texts.enumerated().map { index, text in
                """
                <channel id="voltage\(index)" type="input"><scan-element index="\(index)" \
                format="\(text.replacing(">>", with: "&gt;&gt;"))" /></channel>
                """
            }.joined()
            let xml = ContextDocument.text(
                of: #"<device id="iio:device0">\#(channels)</device>"#
            )
            var reason: Int32 = 0
            guard let context = unsafe footfall_iio_read(xml, xml.utf8.count, &reason) else {
                throw NoContext()
            }
            defer { unsafe iio_context_destroy(context) }
            let device = unsafe iio_context_get_device(context, 0)
            for index in texts.indices {
                unsafe iio_channel_enable(iio_device_get_channel(device, UInt32(index)))
            }
            let layout = ScanLayout(
                try texts.enumerated().map { ($0, try #require(ScanFormat($1))) }
            )
            let theirs = unsafe iio_device_get_sample_size(device)
            // This version of libiio leaves out the padding at the end of a scan.
            #expect(theirs == layout.end || theirs == layout.bytes, "\(texts)")
        }
    }
}

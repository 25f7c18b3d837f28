// Turns cells that were read into text for other formats, with the digits and escapes of sample files. The bytes
// are appended to an array that its owner reuses from record to record, so no cell allocates memory.

internal import CSampleFile

extension [UInt8] {
    /// Appends the shortest digits that read back as the same finite number.
    package mutating func append(number: Double) {
        unsafe withUnsafeTemporaryAllocation(
            byteCount: Int(footfall_number_room),
            alignment: 1
        ) { room in
            guard let start = unsafe room.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
                return
            }
            let count = unsafe footfall_write_double(start, number)
            unsafe append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        }
    }

    /// Appends the digits of a whole number.
    package mutating func append(integer: Int64) {
        unsafe withUnsafeTemporaryAllocation(
            byteCount: Int(footfall_number_room),
            alignment: 1
        ) { room in
            guard let start = unsafe room.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
                return
            }
            let count = unsafe footfall_write_integer(start, integer)
            unsafe append(contentsOf: UnsafeBufferPointer(start: start, count: count))
        }
    }

    /// Appends a text as it is.
    package mutating func append(_ text: RecordText) {
        unsafe text.withBytes { unsafe append(contentsOf: $0) }
    }

    /// Appends a text as a JSON string, with its quotes.
    package mutating func append(json text: RecordText) {
        let isPlain = unsafe text.withBytes { bytes in
            unsafe bytes.allSatisfy {
                $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
            }
        }
        guard isPlain else { return append(json: text.description) }
        append(UInt8(ascii: "\""))
        append(text)
        append(UInt8(ascii: "\""))
    }

    /// Appends a text as a JSON string, with its quotes.
    package mutating func append(json text: String) { append(contentsOf: TextEscaping.json(text)) }
}

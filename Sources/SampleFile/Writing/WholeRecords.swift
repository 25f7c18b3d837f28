// Finds where to cut if the disk accepts only a part of the data: between two records.

/// The largest number of whole records that fits.
struct WholeRecords: Equatable {
    var bytes = 0
    var records = 0

    /// Searches `text`, as the encoder wrote it, for the records that fit into `room` bytes.
    init(in text: UnsafeRawBufferPointer, fitting room: Int, isCSV: Bool) {
        var found = 0
        var isQuoted = false
        for offset in 0..<text.count {
            let byte = unsafe text[offset]
            if isCSV, byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard byte == UInt8(ascii: "\n"), !isQuoted else { continue }
            // In JSON each line feed follows the comma before a record; `text` itself may begin with that comma.
            let end = isCSV ? offset + 1 : offset - 1
            guard end > 0 else { continue }
            guard end <= room else { return }
            found += 1
            self = WholeRecords(bytes: end, records: found)
        }
        if !isCSV, text.count > 0, text.count <= room {
            self = WholeRecords(bytes: text.count, records: found + 1)
        }
    }

    init(bytes: Int, records: Int) {
        self.bytes = bytes
        self.records = records
    }
}

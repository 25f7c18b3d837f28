// Compressed documents whose every record is known, in frames and flushes of any sizes.

import SystemCalls

@testable import SampleFile

/// A known document as a recording writes it: the header in a frame, flushes, the footer.
struct CompressedDocument {
    /// Some records that were written together.
    struct Flush {
        /// Where its blocks lie in the file.
        var bytes: Range<Int>
        /// Which frame has them.
        var frame: Int
        /// The records that it has.
        var records: Range<Int>
    }

    let known: KnownDocument
    let bytes: [UInt8]
    let flushes: [Flush]
    /// The file after each flush.
    let stages: [[UInt8]]

    /// The records of a known document in flushes of up to so many, and frames of up to so many flushes.
    init(
        _ form: KnownDocument.Form,
        count: Int,
        flush largest: Int = 9,
        frame most: Int = 5,
        seed: UInt64
    ) {
        known = KnownDocument(form, count: count)
        var numbers = FixedNumbers(seed: seed)
        let end = known.recordEnds.last ?? known.headerBytes
        let writer = FrameWriter(footer: Array(known.bytes[end...]))
        var file = writer.frame(of: Array(known.bytes[..<known.headerBytes]))
        var (record, place, frame, left) = (0, known.headerBytes, 0, 0)
        var flushes: [Flush] = []
        var stages: [[UInt8]] = []
        while record < count {
            if left == 0 {
                file += writer.ending
                writer.endFrame()
                frame += 1
                left = Int.random(in: 1...most, using: &numbers)
            }
            left -= 1
            let next = min(count, record + Int.random(in: 1...largest, using: &numbers))
            let text = Array(known.bytes[place..<known.recordEnds[next - 1]])
            let start = file.count
            file += unsafe text.withUnsafeBytes { unsafe writer.add($0) }
            flushes.append(Flush(bytes: start..<file.count, frame: frame, records: record..<next))
            stages.append(file + writer.tail)
            (record, place) = (next, known.recordEnds[next - 1])
        }
        bytes = file + writer.tail
        self.flushes = flushes
        self.stages = stages
    }

    /// How many records are in flushes that lie in the first bytes of the file.
    func whole(in count: Int) -> Int {
        flushes.last { $0.bytes.upperBound <= count }?.records.upperBound ?? 0
    }

    /// What recovery finds in some bytes.
    static func examine(_ bytes: [UInt8]) throws(SampleFileError) -> SampleFileCondition {
        try SampleFileRecovery.examine(
            bytes,
            as: "known.json.zst",
            schema: KnownDocument.schema,
            limits: KnownDocument.limits
        )
    }

    /// What recovery makes of some bytes.
    static func repaired(_ bytes: [UInt8]) throws(SampleFileError) -> [UInt8] {
        try SampleFileRecovery.repaired(
            bytes,
            as: "known.json.zst",
            schema: KnownDocument.schema,
            limits: KnownDocument.limits
        )
    }

    /// A frame of blocks that are not compressed, without a sum, as any program may write it.
    static func rawFrame(of text: [UInt8], blockBytes: Int = 1000, isEnded: Bool = true) -> [UInt8]
    {
        var frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 0x38]
        var rest = text[...]
        repeat {
            let block = rest.prefix(blockBytes)
            rest = rest.dropFirst(blockBytes)
            let head = block.count << 3 | (rest.isEmpty && isEnded ? 1 : 0)
            frame += (0..<3).map { UInt8(truncatingIfNeeded: head >> (8 * $0)) } + block
        } while !rest.isEmpty
        return frame
    }

    /// What a frame is that readers pass over.
    static func skippable(_ count: Int) -> [UInt8] {
        [0x5A, 0x2A, 0x4D, 0x18, UInt8(count), 0, 0, 0] + [UInt8](repeating: 0x28, count: count)
    }
}

/// The text of a compressed document, with what was wrong in it.
func frameText(
    of bytes: [UInt8],
    endingAtDamage: Bool = false
) throws(SystemError) -> (text: [UInt8], damage: [FrameDamage]) {
    let frames = FrameText(.memory(bytes), endingAtDamage: endingAtDamage)
    var text: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 5000)
    while true {
        let count = try read(frames, into: &room, at: Int64(text.count))
        if count == 0 { return (text, frames.damage) }
        text += room[..<count]
    }
}

private func read(
    _ frames: FrameText,
    into room: inout [UInt8],
    at offset: Int64
) throws(SystemError) -> Int {
    var failure: SystemError?
    let count = unsafe room.withUnsafeMutableBytes { room in
        do throws(SystemError) {
            return try unsafe frames.read(into: room, at: offset)
        } catch {
            failure = error
            return 0
        }
    }
    if let failure { throw failure }
    return count
}

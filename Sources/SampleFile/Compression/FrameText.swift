// Reads the text of a compressed document at any offset, in memory of fixed size. After a damaged frame the text
// continues with the next frame, and the damage is reported.

internal import SystemCalls

/// Reads frames one after another.
///
/// The text of a frame is returned after its checksum was verified, unless the frame is longer than any that
/// `FrameWriter` makes. Of a torn frame the whole blocks are returned: each block is what one flush wrote.
final class FrameText {
    private var stored: StoredBytes
    private var decoder = FrameDecoder()
    /// Whether the text ends at the first damaged frame, so that the reader gets no record from after it.
    private let endsAtDamage: Bool

    /// The decoded text, and its offset `readyBase`.
    private var ready: [UInt8] = []
    private var readyBase: Int64 = 0
    /// Where in the file the following text begins.
    private var place: Int64 = 0
    private var state = State.between
    /// The beginnings of some frames, for going back.
    private var starts: [(place: Int64, text: Int64)] = [(0, 0)]
    /// How many bytes were decoded from frames that proved damaged.
    private var wasted: Int64 = 0

    /// The damage, in the order of the file.
    private(set) var damage: [FrameDamage] = []
    /// How many places are damaged; `damage` describes only the first ones.
    private(set) var damageCount = 0
    private var knownDamageEnd: Int64 = 0
    /// Damage after which no whole frame has been found yet.
    private var open: FrameDamage?

    private enum State: Equatable {
        case between
        /// Inside a very long frame, of which text was already returned.
        case within(start: Int64)
        case ended
    }

    /// The longest text that is held back until the frame's checksum is verified; no flush of ours makes more.
    private static let frameLimit = 1 << 20
    /// The least distance between two remembered frame beginnings.
    private static let startDistance: Int64 = 65536
    private static let describedDamage = 100

    init(
        _ source: consuming StoredBytes.Source,
        endingAtDamage: Bool,
        seeing seen: SeenBytes? = nil
    ) {
        stored = StoredBytes(source, seeing: seen)
        endsAtDamage = endingAtDamage
    }

    /// Whether a file begins like a compressed one.
    static func isFrame(_ first: some Sequence<UInt8>) -> Bool {
        let first = Array(first.prefix(4))
        return first == magic
            || (first.count == 4 && first[0] & 0xF0 == 0x50
                && Array(first[1...]) == skippable)
    }

    private static let magic: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD]
    private static let skippable: [UInt8] = [0x2A, 0x4D, 0x18]

    /// Reads text at an offset; returns 0 at the end.
    func read(
        into room: UnsafeMutableRawBufferPointer,
        at offset: Int64
    ) throws(SystemError) -> Int {
        if offset < readyBase { goBack(to: offset) }
        while offset >= readyBase + Int64(ready.count) {
            guard try advance() else { return 0 }
        }
        let part = ready[Int(offset - readyBase)...].prefix(room.count)
        unsafe room.copyBytes(from: part)
        return part.count
    }

    /// The length of the text, plus the bytes of a torn frame at the end of the file.
    func size() throws(SystemError) -> Int64 {
        while try advance() {}
        let torn = damage.last.map { $0.isTorn ? $0.byteCount : 0 } ?? 0
        return readyBase + Int64(ready.count) + torn
    }

    private func goBack(to offset: Int64) {
        let start = starts.last { $0.text <= offset } ?? (0, 0)
        (place, readyBase) = start
        ready = []
        state = .between
        open = nil
    }

    // MARK: Frames

    /// Decodes the next text; returns `false` at the end.
    private func advance() throws(SystemError) -> Bool {
        if state == .ended { return false }
        readyBase += Int64(ready.count)
        ready.removeAll(keepingCapacity: true)
        while state != .ended {
            if endsAtDamage, isDamaged {
                try judgeDamage()
                return false
            }
            try takeStep()
            if !ready.isEmpty { return true }
        }
        return false
    }

    /// Whether any damage was found so far.
    private var isDamaged: Bool { open != nil || damageCount > 0 }

    /// Reads on only to classify the damage: whether a whole frame follows.
    private func judgeDamage() throws(SystemError) {
        while state != .ended, damageCount == 0 { try takeStep() }
        ready.removeAll()
        state = .ended
    }

    /// Advances by one frame, by a part of a long one, or past damaged bytes.
    private func takeStep() throws(SystemError) {
        if case .within(let start) = state { return try decode(from: start, isBegun: true) }
        let head = try unsafe stored.with(8, at: place) { unsafe Array($0.prefix(8)) }
        if head.isEmpty { return try end() }
        if head.starts(with: Self.magic) {
            noteStart()
            decoder.begin()
            return try decode(from: place, isBegun: false)
        }
        if head.count == 8, Self.isFrame(head) {
            let count = (4..<8).reduce(Int64(0)) { $0 | Int64(head[$1]) << Int64(8 * ($1 - 4)) }
            if place + 8 + count <= (try stored.size()) {
                noteStart()
                place += 8 + count
                return
            }
        }
        try lose(from: place, searchingFrom: place + 1, "is not one")
    }

    private func noteStart() {
        guard let last = starts.last, place > last.place,
            readyBase - last.text >= Self.startDistance
                || place - last.place >= Self.startDistance
        else { return }
        starts.append((place, readyBase))
    }

    private func decode(from start: Int64, isBegun: Bool) throws(SystemError) {
        var put = 0
        var blocks = [0]
        var outcome = FrameDecoder.Outcome.goesOn
        var isAtEnd = false
        while outcome == .goesOn, !isAtEnd, put < Self.frameLimit {
            if ready.count < put + Self.roomStep {
                ready += [UInt8](repeating: 0, count: Self.roomStep)
            }
            var (taken, count) = (0, 0)
            let offset = put
            let bytes = try unsafe stored.with(at: place) {
                unsafe Array($0.prefix(Self.inputStep))
            }
            unsafe bytes.withUnsafeBytes { bytes in
                unsafe ready.withUnsafeMutableBytes { room in
                    var used = 0
                    repeat {
                        let step = unsafe decoder.step(
                            UnsafeRawBufferPointer(rebasing: bytes[used...]),
                            into: UnsafeMutableRawBufferPointer(rebasing: room[(offset + count)...])
                        )
                        used += step.taken
                        count += step.put
                        outcome = step.outcome
                        if decoder.isBetweenBlocks { blocks.append(offset + count) }
                        if step.taken == 0, step.put == 0 { break }
                    } while outcome == .goesOn && offset + count < room.count
                    taken = used
                }
            }
            place += Int64(taken)
            put += count
            isAtEnd = bytes.isEmpty && count == 0
        }
        ready.removeLast(ready.count - put)
        let isLong = isBegun || put >= Self.frameLimit
        switch outcome {
        case .ended:
            state = .between
            close(before: start)
        case .goesOn where !isAtEnd:
            state = .within(start: start)
        case .goesOn:
            try keepWholeBlocks(blocks, ofFrameAt: start)
            try lose(from: start, searchingFrom: start + 1, "has no end", rework: place - start)
        case .wrongSum:
            // Any of its text may be wrong; the text of a long frame was already returned.
            if !isLong { ready = [] }
            try lose(
                from: start,
                searchingFrom: isLong ? place : start + 1,
                isLong
                    ? "has another checksum than its text, so any record of it may be wrong"
                    : "has another checksum than its text",
                rework: place - start,
                hasEnd: true
            )
        case .failed(let why):
            try keepWholeBlocks(blocks, ofFrameAt: start)
            try lose(
                from: start,
                searchingFrom: isLong ? place + 1 : start + 1,
                "is damaged (\(why))",
                rework: place - start
            )
        }
    }

    /// Keeps the text of the whole blocks of a torn frame.
    ///
    /// No checksum verifies this text; the same holds for a plain file that is torn. If another frame follows, this
    /// frame is damaged and not torn, and none of its text is kept. A block with text that no document contains is
    /// dropped, with all blocks after it.
    private func keepWholeBlocks(
        _ ends: [Int],
        ofFrameAt start: Int64
    ) throws(SystemError) {
        guard try nextFrame(from: start + 1) == nil else {
            ready = []
            return
        }
        var kept = 0
        for (start, end) in zip(ends, ends.dropFirst()) {
            guard ready[start..<end].allSatisfy({ $0 >= 0x20 || $0.isJSONSpace }) else { break }
            kept = end
        }
        ready.removeLast(ready.count - kept)
    }

    private static let roomStep = 131_072
    private static let inputStep = 16384

    // MARK: Damage

    /// Continues after bytes that are not a whole frame, at the next possible beginning of one.
    private func lose(
        from start: Int64,
        searchingFrom search: Int64,
        _ why: String,
        rework: Int64 = 0,
        hasEnd: Bool = false
    ) throws(SystemError) {
        if open == nil {
            open = FrameDamage(
                byteOffset: start,
                byteCount: 0,
                textOffset: readyBase + Int64(ready.count),
                why: why,
                isTorn: !hasEnd
            )
        }
        state = .between
        wasted += rework
        // The bytes of a damaged frame may contain other frames, so search from within it. Once too many bytes were
        // decoded in vain, search only after the bytes that were tried.
        let isPatient = wasted <= Self.patience + 4 * place
        place = isPatient ? search : max(search, place + 1)
        if let next = try nextFrame(from: place) {
            place = next
        } else {
            place = try stored.size()
        }
    }

    /// Finds the next bytes that look like the beginning of a frame.
    private func nextFrame(from start: Int64) throws(SystemError) -> Int64? {
        var place = start
        while true {
            let (found, count) = try unsafe stored.with(4, at: place) { bytes in
                let limit = bytes.count - 3
                var index = 0
                while index < limit {
                    if unsafe bytes[index] == Self.magic[0],
                        unsafe bytes[index + 1] == Self.magic[1],
                        unsafe bytes[index + 2] == Self.magic[2],
                        unsafe bytes[index + 3] == Self.magic[3]
                    {
                        return (true, index)
                    }
                    index += 1
                }
                return (false, max(0, limit))
            }
            place += Int64(count)
            if found { return place }
            if count == 0 { return nil }
        }
    }

    private static let patience: Int64 = 16 << 20

    /// A whole frame follows, so the damage before it lies within the file.
    private func close(before start: Int64) {
        guard var open else { return }
        open.byteCount = max(0, start - open.byteOffset)
        open.isTorn = false
        note(open)
        self.open = nil
    }

    private func end() throws(SystemError) {
        if var open {
            open.byteCount = max(0, try stored.size() - open.byteOffset)
            note(open)
            self.open = nil
        }
        state = .ended
    }

    private func note(_ found: FrameDamage) {
        // After going back, the same damage is found again and must not be counted twice.
        guard found.byteOffset >= knownDamageEnd else { return }
        knownDamageEnd = found.byteOffset + max(1, found.byteCount)
        damageCount += 1
        if damage.count < Self.describedDamage || found.isTorn { damage.append(found) }
    }
}

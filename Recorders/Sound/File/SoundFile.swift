// The sound itself, as FLAC beside the file of levels: what is heard, silence where it was lost or the recorder was
// paused, so that every frame stands where its time is.

internal import Recording
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// What makes the bytes of a sound's file.
final class SoundFile: DocumentContent, @unchecked Sendable {
    // @unchecked: the encoder and the hushed times are the affair of the one thread that writes the file.

    let kind = DocumentKind(fileExtension: "flac", contentType: "audio/flac")
    private let queue: SoundQueue
    private var encoder: FLACEncoder?
    private var hushed = HushedTimes()

    /// As many frames of silence are encoded at once.
    private static let mostSilence: Int64 = 48_000

    /// The file of a sound.
    init(of queue: SoundQueue) { self.queue = queue }

    var bell: Doorbell { queue.bell }

    var progress: DocumentProgress {
        // Looked at first: what came before the end is there.
        let isOver = queue.isOver
        guard let card = queue.card else { return isOver ? .never : .awaited }
        return isOver ? .over(card.source) : .growing(card.source)
    }

    var start: BootInstant? { queue.start }

    func begin() throws -> [UInt8] {
        guard let shape = queue.card?.shape else { return [] }
        encoder = try FLACEncoder(
            rate: shape.rate,
            channels: shape.channels,
            bits: min(shape.encoding.bits, FLACEncoder.mostBits)
        )
        return encoder?.takeBytes() ?? []
    }

    func next(_ notes: [(note: ControlNote, time: BootInstant)]) throws -> [UInt8] {
        guard let shape = queue.card?.shape else { return [] }
        for note in notes {
            switch note.note {
            case .paused: hushed.begin(at: note.time)
            case .resumed: hushed.end(at: note.time)
            case .moved, .marked: break
            }
        }
        for part in queue.takeAll() {
            switch part {
            case .frames(let samples, let end): try encode(samples, endingAt: end, shape)
            case .silence(let frames): try encodeSilence(frames, shape)
            }
        }
        return encoder?.takeBytes() ?? []
    }

    private func encode(
        _ samples: [Int32],
        endingAt end: BootInstant,
        _ shape: SoundShape
    ) throws(FLACError) {
        var samples = samples
        hushed.hush(&samples, endingAt: end, shape)
        let more = shape.encoding.bits - FLACEncoder.mostBits
        if more > 0 { samples = samples.map { $0 >> Int32(more) } }
        try encoder?.encode(samples)
    }

    private func encodeSilence(_ frames: Int64, _ shape: SoundShape) throws(FLACError) {
        var left = frames
        while left > 0 {
            let count = min(left, Self.mostSilence)
            try encoder?.encode([Int32](repeating: 0, count: Int(count) * shape.channels))
            left -= count
        }
    }

    func finish() throws -> (tail: [UInt8], head: (offset: Int64, bytes: [UInt8])?) {
        guard let info = try encoder?.finish() else { return ([], nil) }
        return (encoder?.takeBytes() ?? [], (FLACStreamInfo.offset, info.bytes))
    }

    var remarks: [String] {
        let refused = queue.refused
        guard refused > 0 else { return [] }
        return ["\(refused) frames are silent in it, as the disk was ten seconds late"]
    }
}

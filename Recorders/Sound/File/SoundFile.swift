// The sound itself, as FLAC beside the file of levels: what is heard, silence where it was lost or the recorder was
// paused, so that every frame stands where its time is.

internal import FLACFile
internal import Recording
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// What makes the bytes of a sound's file.
final class SoundFile: DocumentContent, @unchecked Sendable {
    // @unchecked: the encoder and the paused times are the affair of the one thread that writes the file.

    let kind = DocumentKind(fileExtension: "flac", contentType: FLACMending.contentType)
    private let queue: SoundQueue
    private var encoder: FLACEncoder?
    private var paused = PausedTimes()

    /// What was taken from the queue and is not encoded yet.
    private var parts: ArraySlice<SoundQueue.Part> = []
    /// How many seconds were missing at once, where that was too much to be silent for.
    private var endedBySeconds: Int64?

    /// A longer silence ends the sound: a machine that slept for a night is no part of it.
    private static let mostSilenceInSeconds: Int64 = 600

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

    func next(_ notes: () -> [(note: ControlNote, time: BootInstant)]) throws -> [UInt8] {
        guard let shape = queue.card?.shape else { return [] }
        // What is heard in a pause came after it was noted: what is there first, then the notes.
        parts += queue.takeAll()
        for note in notes() {
            switch note.note {
            case .paused: paused.begin(at: note.time)
            case .resumed: paused.end(at: note.time)
            case .moved, .marked: break
            }
        }
        if endedBySeconds != nil { parts = [] }
        while let part = parts.popFirst() {
            switch part {
            case .frames(let samples, let end): try encode(samples, endingAt: end, shape)
            case .silence(let frames):
                let seconds = frames / Int64(shape.rate)
                guard seconds <= Self.mostSilenceInSeconds else {
                    endedBySeconds = seconds
                    parts = []
                    break
                }
                try encodeSilence(frames, shape)
                // The file has it before the next second is made.
                return encoder?.takeBytes() ?? []
            }
        }
        return encoder?.takeBytes() ?? []
    }

    var hasMore: Bool { !parts.isEmpty }

    private func encode(
        _ samples: [Int32],
        endingAt end: BootInstant,
        _ shape: SoundShape
    ) throws(FLACError) {
        var samples = samples
        paused.silence(&samples, endingAt: end, shape)
        let more = shape.encoding.bits - FLACEncoder.mostBits
        if more > 0 { samples = samples.map { $0 >> Int32(more) } }
        try encoder?.encode(samples)
    }

    /// Encodes a second of silence at most, and puts back what is left of it.
    private func encodeSilence(_ frames: Int64, _ shape: SoundShape) throws(FLACError) {
        let rate = Int64(shape.rate)
        let count = min(frames, rate)
        try encoder?.encode([Int32](repeating: 0, count: Int(count) * shape.channels))
        if frames > count { parts.insert(.silence(frames - count), at: parts.startIndex) }
    }

    func finish() throws -> (tail: [UInt8], head: (offset: Int64, bytes: [UInt8])?) {
        guard let info = try encoder?.finish() else { return ([], nil) }
        return (encoder?.takeBytes() ?? [], (FLACStreamInfo.offset, info.bytes))
    }

    var remarks: [String] {
        var remarks: [String] = []
        let refused = queue.refused
        if refused > 0 {
            remarks.append("\(refused) frames are silent in it, as the disk was ten seconds late")
        }
        if let seconds = endedBySeconds {
            remarks.append("it ends where \(seconds) seconds are missing; the levels go on")
        }
        return remarks
    }
}

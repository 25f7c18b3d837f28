// Writes the sound as FLAC next to the file of levels. It writes silence for frames that were lost or recorded
// during a pause, so that every frame is at its time.

internal import FLACFile
internal import Recording
internal import SampleStream
internal import SystemCalls
internal import Timebase

/// Produces the bytes of a sound file.
final class SoundFile: DocumentContent, @unchecked Sendable {
    // @unchecked: only the one thread that writes the file uses the encoder and the paused times.

    let kind = DocumentKind(fileExtension: "flac", contentType: FLACRecovery.contentType)
    private let queue: SoundQueue
    private var encoder: FLACEncoder?
    private var paused = PausedTimes()

    /// What was taken from the queue but is not encoded yet.
    private var parts: ArraySlice<SoundQueue.Part> = []
    /// The length of the gap that was too long to fill with silence, if there was one.
    private var endedBySeconds: Int64?

    /// A longer gap ends the sound: a night during which the machine slept is not recorded as silence.
    private static let mostSilenceInSeconds: Int64 = 600

    /// The content of a sound file.
    init(of queue: SoundQueue) { self.queue = queue }

    var wakeEvent: WakeEvent { queue.wakeEvent }

    var progress: DocumentProgress {
        // Read first: when it is true, all sound from before the end is in the queue.
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
        // Sound during a pause arrives after the note of that pause. So the sound is fetched first and the notes
        // second: then the note of a pause is never later than its sound.
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
                // Return now, so that this second is in the file before the next is encoded.
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

    /// Encodes at most a second of silence, and puts the rest back.
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

// The loop that reads a card. It blocks only while it sleeps, and a stop wakes it. A card buffers up to a second
// of sound; the loop checks the card at least four times while the buffer fills, so that it reads all sound in
// time.

internal import SampleStream
internal import SystemCalls
internal import Timebase

/// A card that is read until a stop.
final class CapturedCard<Card: SoundCard & ~Copyable>: CardCapture {
    private let request: SoundRequest
    private let sound: SoundQueue?
    private let onNews: @Sendable (String) -> Void
    private let opening: () throws(SoundError) -> Card
    private var nap: Duration
    private var patience = CardPatience()
    private var told: Set<News> = []
    private var card: Card?
    private var course: SoundCourse?
    private var waking: WakingDescriptor?
    private var listening: StopListening?

    /// How long after the end to wait for frames that were recorded before it.
    private static var afterlife: Int64 { 500_000_000 }
    /// How many frames are read at once.
    private static var chunk: Int { 4800 }

    /// Creates a capture whose card is not open yet.
    ///
    /// - Parameters:
    ///   - request: Which card to record.
    ///   - sound: Receives the sound; `nil` if it is not kept.
    ///   - nap: How long the thread sleeps between two checks of the card.
    ///   - onNews: Called with a problem that the user may be able to fix.
    ///   - opening: Opens the card, on the thread that will read it.
    init(
        _ request: SoundRequest,
        keeping sound: SoundQueue?,
        napping nap: Duration = .milliseconds(50),
        onNews: @escaping @Sendable (String) -> Void,
        _ opening: @escaping () throws(SoundError) -> Card
    ) {
        self.request = request
        self.sound = sound
        self.nap = nap
        self.onNews = onNews
        self.opening = opening
    }

    func open(until stop: StopSignal) throws -> SourceDescription {
        do throws(SystemError) {
            let waking = try WakingDescriptor()
            self.waking = waking
            listening = stop.onRequest { waking.wake() }
        } catch {
            throw SoundError(.noDescriptor("\(error.errno)"), of: request.card)
        }
        var opened = try opening()
        try opened.start()
        let shape = opened.shape
        course = SoundCourse(shape, since: opened.now)
        patience = CardPatience(since: opened.awake)
        // If the buffer is checked four times while it fills, nothing is lost.
        nap = min(nap, .nanoseconds(shape.nanoseconds(ofFrames: Int64(shape.bufferFrames))) / 4)
        card = consume opened
        let description = SourceDescription.sound(of: request, shape)
        sound?.open(shape, description)
        return description
    }

    func capture(
        into sink: inout SampleSink<LevelSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        guard let waking, var card = card.take(), var course = course.take() else {
            return .stopped
        }
        var sleep = DescriptorSleep(beside: [], wokenBy: waking)
        let bytes = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.chunk * card.shape.bytesPerFrame,
            alignment: 64
        )
        defer { unsafe bytes.deallocate() }
        while true {
            waking.heed()
            let stopRequest = stop.request
            if stopRequest == .abandon { return .stopped }
            var limit = Int64.max
            if case .drain(let instant) = stopRequest { limit = instant.nanoseconds }
            do throws(SoundError) {
                try unsafe round(&card, &course, bytes, limit, &sink)
            } catch {
                // Sends what arrived before the failure.
                course.end(into: &sink, sound)
                tellPairs(&course, &sink, isLast: true)
                throw error
            }
            tellPairs(&course, &sink, isLast: false)
            if stopRequest != .goOn, course.isOver || card.now &- limit > Self.afterlife {
                course.end(into: &sink, sound)
                tellPairs(&course, &sink, isLast: true)
                return .stopped
            }
            sleep.wait(upTo: nap)
        }
    }

    func close() {
        listening?.cancel()
        listening = nil
        card = nil
        sound?.close()
    }

    /// Checks the card once, and reads everything that it has.
    private func round(
        _ card: inout Card,
        _ course: inout SoundCourse,
        _ bytes: UnsafeMutableRawBufferPointer,
        _ limit: Int64,
        _ sink: inout SampleSink<LevelSample>
    ) throws(SoundError) {
        switch try card.look() {
        case .running(let waiting, let seen):
            course.hear(waiting: waiting, seen: seen)
            let gone = course.overwritten(of: waiting)
            if gone > 0 {
                let passed = try card.pass(gone)
                if passed > 0 { patience.hear(at: card.awake) }
                course.lose(passed, upTo: limit, into: &sink, sound)
                tell(.late, "\(passed) frames are lost: the program came too late")
            }
            var left = waiting - gone
            while left > 0, !course.isOver {
                let part = min(Int(left), Self.chunk) * card.shape.bytesPerFrame
                let room = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[..<part])
                let count = try unsafe card.read(into: room)
                guard count > 0 else { break }
                patience.hear(at: card.awake)
                guard !isWrittenOver(&card, count) else {
                    // The card may have overwritten these frames during the read.
                    return course.lose(Int64(count), upTo: limit, into: &sink, sound)
                }
                let read = unsafe UnsafeRawBufferPointer(
                    rebasing: bytes[..<(count * card.shape.bytesPerFrame)]
                ).bindMemory(to: UInt8.self)
                course.take(unsafe read.span, upTo: limit, into: &sink, sound)
                left -= Int64(count)
            }
            try patience.check(at: card.awake, card.name)
        case .stopped(let wasSuspended):
            patience.stop(at: card.awake)
            try patience.check(at: card.awake, card.name)
            guard try card.restart() else { return }
            let reason: GapReason = wasSuspended ? .device : .kernel
            course.restart(at: card.now, reason, upTo: limit, into: &sink, sound)
            if wasSuspended {
                tell(.suspended, "the machine has slept, and the card stood still meanwhile")
            } else {
                tell(.stopped, "the card had stopped, as the program came too late")
            }
        }
    }

    /// Problems that the user may be able to fix; the file itself records each loss.
    private enum News {
        case late, stopped, suspended
    }

    /// Reports a problem when it occurs for the first time.
    private func tell(_ news: News, _ words: String) {
        if told.insert(news).inserted { onNews(words) }
    }

    /// True if the card may have overwritten the frames just read while they were read.
    private func isWrittenOver(_ card: inout Card, _ count: Int) -> Bool {
        let waiting = card.waiting()
        let kept = Int64(card.shape.bufferFrames)
        return waiting > kept || card.countsForItself && waiting + Int64(count) > kept
    }

    private func tellPairs(
        _ course: inout SoundCourse,
        _ sink: inout SampleSink<LevelSample>,
        isLast: Bool
    ) {
        for pair in course.takePairs(isLast: isLast) {
            sink.noteClock(pair, of: request.card)
        }
    }
}

extension SourceDescription {
    /// The card's description for the manifest.
    static func sound(of request: SoundRequest, _ shape: SoundShape) -> SourceDescription {
        var description = SourceDescription(name: request.card, kind: "alsa", clock: "device")
        description.asked["rateInHertz"] = "\(request.rateInHertz)"
        description.set["rateInHertz"] = "\(shape.rate)"
        description.details["encoding"] = shape.encoding.rawValue
        description.details["buffer"] = "\(shape.bufferFrames) frames"
        description.details["channels"] = "\(shape.channels)"
        description.details["losses"] =
            "by the card's count of frames; estimated where it had stopped"
        description.details["timestamps"] =
            "the card's count of frames, by when they had come, drift included"
        description.nominalRatesInHertz[LevelSample.levels] =
            .seconds(1) / MicrophoneRecorderKind.interval
        return description
    }
}

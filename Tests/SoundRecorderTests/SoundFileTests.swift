// The sound file beside the levels, as the thread that writes it uses it.

import Foundation
import Recording
import SampleStream
import Scratch
import SystemCalls
import Testing
import Timebase

@testable import SoundRecorder

@Suite("The file of a sound")
struct SoundFileTests {
    private let shape = SoundShape(
        encoding: .s16,
        channels: 1,
        rate: 48_000,
        bufferFrames: 48_000
    )
    private let source = SourceDescription(name: "hw:1", kind: "alsa", clock: "device")

    private func instant(_ milliseconds: Int64) -> BootInstant {
        BootInstant(nanoseconds: 1_000_000_000 + milliseconds * 1_000_000)
    }

    /// The samples that `flac` reads from a file, once it is finished.
    private func heard(_ file: SoundFile, _ bytes: [UInt8]) throws -> [Int32] {
        try finished(file, bytes) { try SoundReader.flac.samples(of: $0) }
    }

    /// Finishes a file, and reads it.
    private func finished<Found>(
        _ file: SoundFile,
        _ bytes: [UInt8],
        _ read: (String) throws -> Found
    ) throws -> Found {
        let scratch = try Scratch()
        let (tail, head) = try file.finish()
        var all = bytes + tail
        let (offset, beginning) = try #require(head)
        all.replaceSubrange(Int(offset)..<Int(offset) + beginning.count, with: beginning)
        let path = "\(scratch.path)/a.flac"
        try Data(all).write(to: URL(filePath: path))
        try SoundReader.flac.test(path)
        return try read(path)
    }

    @Test("has silence of the same length for lost frames and for pauses")
    func silence() throws {
        let queue = SoundQueue()
        let file = SoundFile(of: queue)
        queue.open(shape, source)
        queue.push([Int32](repeating: 5, count: 4800), endingAt: instant(100))
        queue.pushSilence(1000, endingAt: instant(121))
        queue.push([Int32](repeating: 6, count: 4800), endingAt: instant(221))
        #expect(file.start == instant(0))
        var bytes = try file.begin() + file.next { [] }
        while file.hasMore { bytes += try file.next { [] } }
        queue.push([Int32](repeating: 7, count: 4800), endingAt: instant(400))
        bytes += try file.next {
            [(.paused, instant(350)), (.moved(stepPath: "x"), instant(360))]
        }
        queue.push([Int32](repeating: 8, count: 4800), endingAt: instant(500))
        bytes += try file.next { [(.resumed, instant(475))] }
        let run = { (value: Int32, count: Int) in [Int32](repeating: value, count: count) }
        while file.hasMore { bytes += try file.next { [] } }
        #expect(
            try heard(file, bytes) == run(5, 4800) + run(0, 1000) + run(6, 4800) + run(7, 2400)
                + run(0, 2400) + run(0, 3600) + run(8, 1200)
        )
    }

    @Test("keeps no sound of a pause that is noted while that sound arrives")
    func order() throws {
        let queue = SoundQueue()
        let file = SoundFile(of: queue)
        queue.open(shape, source)
        queue.push([Int32](repeating: 5, count: 4800), endingAt: instant(100))
        // The sound of the pause arrives during a look at the notes that does not find the pause yet.
        var bytes = try file.begin()
        bytes += try file.next {
            queue.push([Int32](repeating: 6, count: 4800), endingAt: instant(200))
            return []
        }
        bytes += try file.next { [(.paused, instant(100))] }
        #expect(
            try heard(file, bytes)
                == [Int32](repeating: 5, count: 4800) + [Int32](repeating: 0, count: 4800)
        )
    }

    @Test("begins with the card's first frame, even if that was lost")
    func beginning() throws {
        let queue = SoundQueue()
        let file = SoundFile(of: queue)
        queue.open(shape, source)
        queue.pushSilence(9600, endingAt: instant(200))
        queue.push([Int32](repeating: 5, count: 4800), endingAt: instant(300))
        #expect(file.start == instant(0))
        var bytes = try file.begin() + file.next { [] }
        while file.hasMore { bytes += try file.next { [] } }
        #expect(
            try heard(file, bytes)
                == [Int32](repeating: 0, count: 9600) + [Int32](repeating: 5, count: 4800)
        )
    }

    @Test("gets a second of silence at a time, and ends where more than ten minutes are missing")
    func longSilence() throws {
        let queue = SoundQueue()
        let file = SoundFile(of: queue)
        queue.open(shape, source)
        queue.push([Int32](repeating: 5, count: 4800), endingAt: instant(100))
        queue.pushSilence(600 * 48_000, endingAt: instant(600_100))
        queue.push([Int32](repeating: 6, count: 4800), endingAt: instant(600_200))
        var bytes = try file.begin() + file.next { [] }
        var rounds = 1
        while file.hasMore {
            bytes += try file.next { [] }
            rounds += 1
        }
        #expect(rounds == 601)
        queue.pushSilence(8 * 3600 * 48_000, endingAt: instant(29_400_200))
        queue.push([Int32](repeating: 7, count: 4800), endingAt: instant(30_000_000))
        bytes += try file.next { [] }
        #expect(!file.hasMore)
        queue.push([Int32](repeating: 8, count: 4800), endingAt: instant(30_000_100))
        bytes += try file.next { [] }
        #expect(file.remarks == ["it ends where 28800 seconds are missing; the levels go on"])
        let samples = try heard(file, bytes)
        #expect(samples.count == 9600 + 600 * 48_000)
        #expect(samples.first == 5 && samples.last == 6)
    }

    @Test("is awaited until the first frame, and never comes if the card delivered none")
    func progress() {
        let queue = SoundQueue()
        let file = SoundFile(of: queue)
        guard case .awaited = file.progress else {
            Issue.record("the file is not awaited at first")
            return
        }
        queue.open(shape, source)
        guard case .awaited = file.progress else {
            Issue.record("the file is not awaited before the first frame")
            return
        }
        queue.close()
        guard case .never = file.progress else {
            Issue.record("the file may still come after the card was closed")
            return
        }
    }

    @Test("replaces frames that find no room by silence, and reports how many")
    func late() throws {
        let queue = SoundQueue()
        let file = SoundFile(of: queue)
        queue.open(shape, source)
        for second in 1...12 {
            let block = [Int32](repeating: 9, count: 48_000)
            queue.push(block, endingAt: instant(Int64(second) * 1000))
        }
        #expect(file.remarks == ["96000 frames are silent in it, as the disk was ten seconds late"])
        var bytes = try file.begin() + file.next { [] }
        while file.hasMore { bytes += try file.next { [] } }
        let samples = try heard(file, bytes)
        #expect(
            samples == [Int32](repeating: 9, count: 480_000) + [Int32](repeating: 0, count: 96_000)
        )
    }

    @Test("has the upper 24 bits of each sample if the card has 32")
    func bits() throws {
        let queue = SoundQueue()
        let file = SoundFile(of: queue)
        let wide = SoundShape(encoding: .s32, channels: 1, rate: 48_000, bufferFrames: 1)
        queue.open(wide, source)
        queue.push([Int32](repeating: 0x1234_5678, count: 48), endingAt: instant(1))
        let bytes = try file.begin() + file.next { [] }
        let found = try finished(file, bytes) { try SoundReader.flac.bytes(of: $0, bits: 24) }
        #expect(found == (0..<48).flatMap { _ in [0x56, 0x34, 0x12] as [UInt8] })
    }

    @Test("accepts no marks, but notes pauses")
    func marks() {
        let stream = DocumentStream(identifier: "a", content: SoundFile(of: SoundQueue()))
        let marked = stream.note(.marked(name: "turn"), at: instant(1))
        let paused = stream.note(.paused, at: instant(1))
        #expect(!marked && paused)
        stream.stop(at: instant(2))
        let late = stream.note(.resumed, at: instant(3))
        #expect(!late)
    }
}

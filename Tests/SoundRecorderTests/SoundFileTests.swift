// The sound beside the levels, as the thread that keeps it has it.

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

    /// What `flac` reads of what a file has made.
    private func heard(_ file: SoundFile, _ bytes: [UInt8]) throws -> [Int32] {
        let scratch = try Scratch()
        let (tail, head) = try file.finish()
        var all = bytes + tail
        let (offset, beginning) = try #require(head)
        all.replaceSubrange(Int(offset)..<Int(offset) + beginning.count, with: beginning)
        let path = "\(scratch.path)/a.flac"
        try Data(all).write(to: URL(filePath: path))
        try SoundReader.flac.test(path)
        return try SoundReader.flac.samples(of: path)
    }

    @Test(
        "has silence of the same length where frames were lost, and where the recorder was paused"
    )
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

    @Test("keeps nothing of a pause that is noted while the sound of it is under way")
    func order() throws {
        let queue = SoundQueue()
        let file = SoundFile(of: queue)
        queue.open(shape, source)
        queue.push([Int32](repeating: 5, count: 4800), endingAt: instant(100))
        // The pause was noted behind the look at the notes, and ahead of its sound.
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

    @Test("begins where the card did, also where its first frames were lost")
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

    @Test("is given a second of silence at a time, and ends where ten minutes are missing")
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

    @Test("is nothing before the first frame, and never where the card gave none")
    func progress() {
        let queue = SoundQueue()
        let file = SoundFile(of: queue)
        guard case .awaited = file.progress else {
            Issue.record("it is awaited")
            return
        }
        queue.open(shape, source)
        guard case .awaited = file.progress else {
            Issue.record("it is awaited still")
            return
        }
        queue.close()
        guard case .never = file.progress else {
            Issue.record("it is never")
            return
        }
    }

    @Test("takes what finds no room for silence, and says how much that is")
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

    @Test("keeps the upper bits of samples that no FLAC file has")
    func bits() throws {
        let queue = SoundQueue()
        let file = SoundFile(of: queue)
        let wide = SoundShape(encoding: .s32, channels: 1, rate: 48_000, bufferFrames: 1)
        queue.open(wide, source)
        queue.push([Int32](repeating: 0x1234_5678, count: 48), endingAt: instant(1))
        let bytes = try file.begin() + file.next { [] }
        let (_, head) = try file.finish()
        // 24 bits a sample: five bits over two bytes have 23.
        let info = try #require(head).bytes
        #expect(info[12] & 1 == 1 && info[13] >> 4 == 7)
        #expect(bytes.count > 42)
    }

    @Test("has no place for marks, and hears of pauses")
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

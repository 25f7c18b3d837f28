// Completes the sound file of a killed recorder. libFLAC makes the files of these tests.

import Foundation
import Scratch
import SystemCalls
import Testing

@testable import FLACFile
@testable import SoundRecorder

@Suite("The end of an unfinished sound file")
struct FLACFramesTests {
    /// The header of a stream, and its blocks: whole ones, then one of `more` frames, if any.
    private func stream(blocks: Int, more: Int = 0) throws -> (head: [UInt8], blocks: [UInt8]) {
        var encoder = try FLACEncoder(rate: 48_000, channels: 1, bits: 16)
        let head = encoder.takeBytes()
        var seed: UInt64 = 1
        let noise = (0..<blocks * 4096 + more).map { _ -> Int32 in
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int32(Int16(truncatingIfNeeded: seed >> 45))
        }
        try encoder.encode(noise)
        _ = try encoder.finish()
        return (head, encoder.takeBytes())
    }

    @Test("is that of the last whole block, wherever the file is cut", arguments: [1, 3, 130])
    func cut(blocks: Int) throws {
        let (_, bytes) = try stream(blocks: blocks)
        let whole = try #require(FLACFrames(in: bytes, blockSize: 4096))
        #expect(whole.end == bytes.count && whole.frames == UInt64(blocks) * 4096)
        for missing in [1, 2, 3, 100, 1000, 4000] where blocks > 1 {
            let found = try #require(
                FLACFrames(in: Array(bytes.dropLast(missing)), blockSize: 4096)
            )
            #expect(found.frames == UInt64(blocks - 1) * 4096, "\(missing) bytes missing")
            #expect(found.end <= bytes.count - missing)
        }
    }

    @Test("counts the frames of a shorter last block")
    func short() throws {
        for more in [1, 100, 192, 256, 4000] {
            let (_, bytes) = try stream(blocks: 2, more: more)
            #expect(FLACFrames(in: bytes, blockSize: 4096)?.frames == UInt64(8192 + more))
        }
    }

    @Test("is found despite zeros that a disk left, and is not found in data that is no sound")
    func zeros() throws {
        let (_, bytes) = try stream(blocks: 2)
        let torn = bytes.dropLast(50) + [UInt8](repeating: 0, count: 5000)
        #expect(FLACFrames(in: Array(torn), blockSize: 4096)?.frames == 4096)
        #expect(FLACFrames(in: [], blockSize: 4096) == nil)
        #expect(FLACFrames(in: [UInt8](repeating: 0xFF, count: 4000), blockSize: 4096) == nil)
        #expect(FLACFrames(in: [UInt8](repeating: 0, count: 9000), blockSize: 4096) == nil)
    }

    @Test("is that of the previous block if zeros hide the last one's; two readers accept the file")
    func zerosBehindWholeBlocks() throws {
        let scratch = try Scratch()
        let folder = try OpenFolder.open(scratch.path)
        let (head, bytes) = try stream(blocks: 3)
        for zeros in [3, 100, 70_000] {
            let path = "\(scratch.path)/\(zeros).flac"
            try Data(head + bytes + [UInt8](repeating: 0, count: zeros)).write(
                to: URL(filePath: path)
            )
            let recovery = try #require(try FLACRecovery.repair("\(zeros).flac", in: folder))
            #expect(recovery.seconds == 2 * 4096 / 48_000.0)
            try SoundReader.flac.test(path)
            let samples = try SoundReader.flac.samples(of: path)
            #expect(samples.count == 2 * 4096)
            #expect(try SoundReader.sox.samples(of: path) == samples)
        }
    }

    @Test("is that of the last block even if its checksum ends in a zero byte")
    func zeroOfTheChecksum() throws {
        let found = try (0..<2000).lazy.compactMap { length -> [UInt8]? in
            let (_, bytes) = try self.stream(blocks: 1, more: 17 + length)
            return bytes.last == 0 ? bytes : nil
        }.first
        let bytes = try #require(found)
        #expect(FLACFrames(in: bytes, blockSize: 4096)?.end == bytes.count)
        let zeros = [UInt8](repeating: 0, count: 500)
        #expect(FLACFrames(in: bytes + zeros, blockSize: 4096)?.frames == 4096)
    }

    @Test("is searched no further than the largest possible block")
    func largest() throws {
        let (_, bytes) = try stream(blocks: 1)
        #expect(FLACFrames(in: bytes, blockSize: 4096, largest: bytes.count) != nil)
        #expect(FLACFrames(in: bytes, blockSize: 4096, largest: bytes.count - 1) == nil)
    }

    @Test("is written to the header, and a partial block is cut off; two readers accept the file")
    func repaired() throws {
        let scratch = try Scratch()
        let folder = try OpenFolder.open(scratch.path)
        let (head, bytes) = try stream(blocks: 5)
        let path = "\(scratch.path)/torn.flac"
        try Data(head + bytes.dropLast(321)).write(to: URL(filePath: path))
        #expect(throws: SoundReader.NotThere.self) { try SoundReader.flac.test(path) }
        let recovery = try #require(try FLACRecovery.repair("torn.flac", in: folder))
        #expect(recovery.cut > 0 && recovery.seconds == 4 * 4096 / 48_000.0)
        #expect(recovery.original == "torn.flac.torn")
        #expect(
            try Data(contentsOf: URL(filePath: path + ".torn")) == Data(head + bytes.dropLast(321))
        )
        try SoundReader.flac.test(path)
        let samples = try SoundReader.flac.samples(of: path)
        #expect(samples.count == 4 * 4096)
        #expect(try SoundReader.sox.samples(of: path) == samples)
        // A second repair finds nothing to do.
        #expect(try FLACRecovery.repair("torn.flac", in: folder)?.cut == 0)
        try Data(head).write(to: URL(filePath: "\(scratch.path)/empty.flac"))
        #expect(try FLACRecovery.repair("empty.flac", in: folder) == nil)
        try Data([1, 2, 3]).write(to: URL(filePath: "\(scratch.path)/other.flac"))
        #expect(try FLACRecovery.repair("other.flac", in: folder) == nil)
    }
}

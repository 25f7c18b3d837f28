// Programs of others that read a sound: what they read is what is in the file, whatever wrote it.

import Foundation
import Testing

/// A program that reads FLAC, by a decoder of its own project's.
enum SoundReader: String {
    /// libFLAC's own program.
    case flac
    /// SoX.
    case sox

    struct NotThere: Error, CustomStringConvertible {
        let description: String
    }

    /// The samples of a file of 16 bits.
    func samples(of path: String) throws -> [Int32] {
        let words =
            switch self {
            case .flac:
                [
                    "flac", "--decode", "--stdout", "--silent", "--force-raw-format",
                    "--endian=little", "--sign=signed", path,
                ]
            case .sox: ["sox", path, "-t", "raw", "-e", "signed", "-b", "16", "-L", "-"]
            }
        let bytes = try Self.output(of: words)
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int32(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
        }
    }

    /// Has the whole of a file tried.
    func test(_ path: String) throws {
        _ = try Self.output(of: ["flac", "--test", "--silent", path])
    }

    private static func output(of words: [String]) throws -> [UInt8] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw NotThere(
                description:
                    "\(words[0]) ended with \(process.terminationStatus); if it is missing, run "
                    + "`Scripts/install-packages --tests`"
            )
        }
        return [UInt8](data)
    }
}

// Reads sound files with programs of other projects, so that the tests do not rely on our own code.

import Foundation
import Testing

/// A program of another project that reads FLAC.
enum SoundReader: String {
    /// libFLAC's own program.
    case flac
    /// SoX.
    case sox

    struct NotThere: Error, CustomStringConvertible {
        let description: String
    }

    /// The samples of a 16-bit file.
    func samples(of path: String) throws -> [Int32] {
        let bytes = try bytes(of: path, bits: 16)
        return stride(from: 0, to: bytes.count - 1, by: 2).map {
            Int32(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
        }
    }

    /// The bytes of a file's samples, which have so many bits; the lowest byte of each comes first.
    func bytes(of path: String, bits: Int) throws -> [UInt8] {
        let words =
            switch self {
            case .flac:
                [
                    "flac", "--decode", "--stdout", "--silent", "--force-raw-format",
                    "--endian=little", "--sign=signed", path,
                ]
            case .sox: ["sox", path, "-t", "raw", "-e", "signed", "-b", "\(bits)", "-L", "-"]
            }
        return try Self.output(of: words)
    }

    /// Tests a whole file with `flac`.
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

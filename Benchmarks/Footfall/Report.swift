// The output of a measurement: one line of JSON on standard output for programs, and text on standard error for
// people.

import Foundation

/// The result of one measurement, ours or a peer's.
struct Measurement: Codable, Sendable {
    var program: String
    /// For each sample or record.
    var nanoseconds: Double
    var records: Int?
    var bytes: Int?
    /// Of every number read: two readers of one file must agree on it.
    var sum: Double?
    /// Of every text read.
    var characters: Int?
    var mode: String?
    var allocations: Int?
    var allocationsPerSample: Double?
    /// Resident bytes at the most, and by how much they went up and down.
    var residentPeak: Int?
    var residentSpan: Int?
}

enum Report {
    static func line(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    static func explain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }

    static func json(_ value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        line(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    static func exit(with code: Int32) -> Never {
        Foundation.exit(code)
    }
}

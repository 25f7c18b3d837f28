// What the tests of writing share: a small schema, a folder that goes away, and readers that are
// not ours.

import FoundationEssentials
import SampleFile
import Testing

let walkSchema = RecordSchema([
    .init("uptime", .number), .init("stepPath", .text), .init("isOn", .boolean),
    .init("x", .number), .init("lost", .integer),
])

/// A record as Foundation's decoder sees it.
struct WalkRecord: Codable, Equatable {
    var uptime: Double?
    var stepPath: String?
    var isOn: Bool?
    var x: Double?
    var lost: Int64?
}

struct WalkDocument: Codable, Equatable {
    var startDate: String
    var items: [WalkRecord]
}

func walkRecords(in bytes: [UInt8]) throws -> [WalkRecord] {
    try JSONDecoder().decode([WalkRecord].self, from: Data(bytes))
}

/// An expectation of a call on a value that cannot be copied, which the macro cannot take apart.
func expect(_ holds: Bool, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(holds, sourceLocation: sourceLocation)
}

/// A folder for one test.
final class ScratchFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "SampleFileTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String = "walk.json") -> String { path + "/" + name }
}

func bytes(ofFile path: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(filePath: path)))
}

extension RecordEncoder {
    /// Encodes a record of which only these two are present.
    mutating func record(uptime: Double, x: Double) -> Bool {
        beginRecord()
        number(0, uptime)
        number(3, x)
        return endRecord()
    }
}

extension SampleFileWriter {
    /// Writes a record whose number can be told from its text.
    @discardableResult
    mutating func numberedRecord(_ index: Int) -> Bool {
        beginRecord()
        nanosecondsAsSeconds(0, Int64(index) * 10_000_000)
        number(3, Double(index) + 0.1)
        return endRecord()
    }
}

import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("The records that a repair finds missing from a closed file")
struct SealedCountTests {
    let scratch: ScratchFolder
    let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() throws { scratch = try ScratchFolder() }

    /// A finished session of 51 records, one of them a marker.
    private func finish(_ layout: SampleFileLayout = .jsonArray) async throws -> (String, String) {
        let path = try await Recording.finish(in: scratch.path, layout: layout)
        return (path, "\(path)/walk_motion.\(layout.fileExtension)")
    }

    /// The length in bytes of a document's opening and its first `count` records.
    private func length(ofRecords count: Int, in document: [UInt8]) -> Int {
        let newlines = document.indices.filter { document[$0] == UInt8(ascii: "\n") }
        return newlines[count]
    }

    private func expectLoss(of lost: Int, in path: String) throws {
        let manifest = try Session(opening: path).manifest
        let recovery = try #require(manifest.recovered.last)
        #expect(recovery.recordsLost == lost)
        #expect(recovery.sealed?.records == 51)
        #expect(recovery.sealed?.sensors.map(\.samples) == [50])
        #expect(manifest.files[0].records == 51 - lost)
        for _ in 1...2 {
            let check = try SessionCheck(of: path)
            #expect(check.verdict == .hasLosses)
            #expect(check.findings.contains { $0.severity == .loss && $0.what.contains("\(lost)") })
            #expect(check.sensors.map(\.samples) == [max(0, 50 - lost)])
            #expect(check.sensors.map(\.lost) == [min(lost, 50)])
        }
    }

    @Test(
        "are all of them if nothing of the file is left",
        arguments: [SampleFileLayout.jsonArray, .csv(header: true)]
    )
    func nothingLeft(layout: SampleFileLayout) async throws {
        let (path, file) = try await finish(layout)
        try write([], to: file)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.files.map(\.recordsLost) == [51])
        #expect(report.files.first?.message.contains("51") == true)
        #expect(report.files.first?.message.contains("nothing but") == false)
        #expect(report.outcome == .hasLosses)
        try expectLoss(of: 51, in: path)
    }

    @Test(
        "are those after the last kept record, wherever the file was cut",
        arguments: [SampleFileLayout.jsonArray, .csv(header: true)],
        [-1, 0, 1, 2, 20]
    )
    func cut(layout: SampleFileLayout, distance: Int) async throws {
        let (path, file) = try await finish(layout)
        let whole = try bytes(of: file)
        let end = length(ofRecords: 21, in: whole) + distance
        try write(Array(whole.prefix(end)), to: file)
        let isKept = layout == .jsonArray ? distance >= -1 : distance >= 1
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .hasLosses)
        #expect(report.unrepaired == 0)
        try expectLoss(of: 51 - (isKept ? 21 : 20), in: path)
    }

    @Test("include a record that was damaged in the middle, and add up over repairs")
    func damagedWithin() async throws {
        let (path, file) = try await finish()
        var document = try bytes(of: file)
        let first = length(ofRecords: 6, in: document)
        document[first + 1] = UInt8(ascii: "?")
        try write(document, to: file)
        #expect(try SessionRepair.repair(path, at: now).outcome == .hasLosses)
        try expectLoss(of: 1, in: path)
        try write(Array(bytes(of: file).dropLast(20)), to: file)
        #expect(try SessionRepair.repair(path, at: now).outcome == .hasLosses)
        let check = try SessionCheck(of: path)
        #expect(check.sensors.map(\.lost) == [2])
        #expect(try Session(opening: path).manifest.recovered.map(\.recordsLost) == [1, 1])
    }

    @Test("are none if the repair restores the same bytes", arguments: [0, 1])
    func givesBack(way: Int) async throws {
        let (path, file) = try await finish()
        let whole = try bytes(of: file)
        let spoiled = way == 0 ? Array(whole.dropLast()) : whole + Array("\nrubbish\n".utf8)
        try write(spoiled, to: file)
        let report = try SessionRepair.repair(path, at: now)
        #expect(report.outcome == .good)
        #expect(report.files.map(\.recordsLost) == [0])
        #expect(try bytes(of: file) == whole)
        #expect(try SessionCheck(of: path).verdict == .clean)
    }

    @Test("do not hide a byte that changed in the rest of the file")
    func changedBesides() async throws {
        let (path, file) = try await finish()
        let text = String(decoding: try bytes(of: file), as: UTF8.self)
        try write(Array(text.replacing("0.25", with: "0.35").utf8.dropLast()), to: file)
        for _ in 1...2 {
            let report = try SessionRepair.repair(path, at: now)
            #expect(report.outcome == .cannotRepair)
            #expect(try SessionCheck(of: path).verdict == .damaged)
        }
    }

    @Test("are counted by a check before any repair")
    func beforeRepair() async throws {
        let (path, file) = try await finish()
        let whole = try bytes(of: file)
        try write(Array(whole.prefix(length(ofRecords: 21, in: whole) + 5)), to: file)
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .damaged)
        #expect(check.findings.contains { $0.severity == .loss && $0.what.contains("30 records") })
    }
}

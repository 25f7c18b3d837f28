import Foundation
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("A manifest with numbers that are none")
struct HostileManifestTests {
    let scratch: ScratchFolder
    let now = Example.start.advanced(by: .seconds(3600)).realtime

    init() throws { scratch = try ScratchFolder() }

    /// Ways to spoil it, each a number where another was.
    static let numbers = ["9223372036854775807", "-9223372036854775808", "-1", "99"]

    @Test(
        "ends no check, repair or closing but by a word of what is wrong",
        arguments: ["device", "size", "records", "samples", "recordsKept", "bytesLost"],
        numbers
    )
    func spoiled(key: String, number: String) async throws {
        let path = try await Recording.finish(in: scratch.path)
        let file = "\(path)/manifest.json"
        // With a repaired file, a device and a journal, so that every number is there.
        let cut = try bytes(of: "\(path)/walk_motion.json")
        try write(Array(cut.prefix(cut.count / 2)), to: "\(path)/walk_motion.json")
        _ = try SessionRepair.repair(path, at: now)
        let text = String(decoding: try bytes(of: file), as: UTF8.self)
        for status in ["finished", "recording"] {
            let spoiled = text.replacing(
                try Regex("\"\(key)\" : [0-9]+"),
                with: "\"\(key)\" : \(number)"
            )
            .replacing("\"status\" : \"finished\"", with: "\"status\" : \"\(status)\"")
            #expect(spoiled != text)
            try write(Array(spoiled.utf8), to: file)
            _ = CrashedSessions.close(path, at: now)
            _ = try? SessionCheck(of: path)
            _ = try? SessionRepair.repair(path, at: now)
            if number.hasPrefix("-") {
                #expect(throws: SessionError.self) {
                    try SessionManifest(decoding: Array(spoiled.utf8), where: file)
                }
            }
        }
    }

    @Test(
        "names no column of a CSV file as no line of names can: each repair would write it anew",
        arguments: [" ", "1x", ""]
    )
    func columns(name: String) throws {
        var manifest = Example.manifest
        manifest.files = [Example.file("walk.csv", layout: .csv)]
        manifest.files[0].columns = ["uptime", name]
        #expect(
            manifest.firstProblem
                == "`files[0].columns` has \(name.debugDescription), which is no name of a column"
        )
        manifest.files[0].columns = ["uptime", "_x"]
        #expect(manifest.firstProblem == nil)
        manifest.files[0].layout = .array
        manifest.files[0].columns = ["uptime", name]
        #expect(manifest.firstProblem == nil)
    }
}

import FoundationEssentials
import SessionFolder
import SystemCalls
import Testing
import Timebase

@Suite("The manifest of a session")
struct SessionManifestTests {
    @Test("can be read back unchanged", arguments: [Example.manifest, Example.full])
    func roundTrips(manifest: SessionManifest) throws {
        let read = try SessionManifest(decoding: manifest.encoded(), where: "manifest.json")
        #expect(read == manifest)
    }

    @Test("is the same bytes for the same value")
    func isDeterministic() throws {
        #expect(try Example.full.encoded() == Example.full.encoded())
    }

    @Test("has dates with a zone, and clocks in whole nanoseconds")
    func writesTimes() throws {
        let text = String(decoding: try Example.full.encoded(), as: UTF8.self)
        #expect(text.contains("\"startDate\" : \"2026-11-21T11:15:00.123+01:00\""))
        #expect(text.contains("\"realtimeNanoseconds\" : 1795256100123456789"))
        #expect(text.contains("\"startUptime\" : 100"))
        #expect(text.contains("\"secondsFromGMT\" : 3600"))
    }

    @Test("has its keys in one order")
    func sortsKeys() throws {
        let text = String(decoding: try Example.manifest.encoded(), as: UTF8.self)
        let keys = text.split(separator: "\n").filter { $0.hasPrefix("  \"") }
        #expect(keys.count > 10)
        #expect(keys == keys.sorted())
    }

    @Test("has the sections of a file only if there are some")
    func writesSections() throws {
        var manifest = Example.full
        let without = String(decoding: try manifest.encoded(), as: UTF8.self)
        #expect(!without.contains("sections"))
        manifest.files[0].sections = ["morning", "outdoors"]
        let read = try SessionManifest(decoding: manifest.encoded(), where: "manifest.json")
        #expect(read.files[0].sections == ["morning", "outdoors"])
        manifest.files[0].sections = []
        #expect(manifest == Example.full)
    }

    @Test("may have keys of later versions")
    func toleratesUnknownKeys() throws {
        let text = String(decoding: try Example.full.encoded(), as: UTF8.self)
            .replacing("\"version\" : 1\n", with: "\"version\" : 2, \"weather\" : [{}]\n")
        let read = try SessionManifest(decoding: Array(text.utf8), where: "manifest.json")
        #expect(read.version == 2)
        #expect(read.files == Example.full.files)
    }

    @Test(
        "is refused with the name of a missing key",
        arguments: [
            "format", "version", "identifier", "taskRunUUID", "status", "startDate",
            "startUptime", "timeZone", "software", "host", "clocks", "devices", "files", "errors",
            "notes", "recovered",
        ]
    )
    func namesMissingKey(key: String) throws {
        let text = String(decoding: try Example.full.encoded(), as: UTF8.self)
            .replacing("\n  \"\(key)\" :", with: "\n  \"later\" :")
        let error = #expect(throws: SessionError.self) {
            try SessionManifest(decoding: Array(text.utf8), where: "walk/manifest.json")
        }
        #expect(error?.what == "`\(key)` is missing")
        #expect(error?.where == "walk/manifest.json")
    }

    struct Spoiled: Sendable, CustomStringConvertible {
        let old: String
        let new: String
        let what: String
        var description: String { new }
    }

    @Test(
        "is refused with the name of an impossible value",
        arguments: [
            Spoiled(
                old: "\"samples\" : 6000",
                new: "\"samples\" : \"many\"",
                what: "`files[0].sensors[0].samples` is not a whole number"
            ),
            Spoiled(
                old: "\"samples\" : 6000",
                new: "\"samples\" : -1",
                what: "`files[0].sensors[0].samples`: a count is negative"
            ),
            Spoiled(
                old: "\"lost\" : 12",
                new: "\"lost\" : 11",
                what: "`files[0].sensors[0].lost`: 11 lost, but the reasons add up to 12"
            ),
            Spoiled(
                old: "\"startUptime\" : 100",
                new: "\"startUptime\" : 1e300",
                what: "`startUptime`: 1e+300 seconds is no uptime that a clock shows"
            ),
            Spoiled(
                old: "\"status\" : \"finished\"",
                new: "\"status\" : \"fine\"",
                what: "`status`: "
            ),
            Spoiled(
                old: "\"version\" : 1\n",
                new: "\"version\" : 0\n",
                what: "`version` is 0; the first is 1"
            ),
            Spoiled(
                old: "footfall-session",
                new: "something-else",
                what: "`format` is \"something-else\", not \"footfall-session\""
            ),
            Spoiled(
                old: "\"2026-11-21T11:15:00.123+01:00\"",
                new: "\"9999-12-31T00:00:00Z\"",
                what: "`startDate`: not a date"
            ),
            Spoiled(
                old: "\"path\" : \"walk_motion.json\",\n      \"placement\"",
                new: "\"path\" : \"../../etc/passwd\",\n      \"placement\"",
                what: "`files[0].path` is \"../../etc/passwd\", which is no name"
            ),
            Spoiled(
                old: "\"path\" : \"walk_motion.json\",\n      \"placement\"",
                new: "\"path\" : \"manifest.json\",\n      \"placement\"",
                what: "`files[0].path` is \"manifest.json\", which is another"
            ),
            Spoiled(
                old: "\"path\" : \"walk_motion.json\",\n      \"placement\"",
                new: "\"path\" : \".hidden\",\n      \"placement\"",
                what: "`files[0].path` is \".hidden\", a hidden file"
            ),
            Spoiled(
                old: "\"path\" : \"taskResult.json\"",
                new: "\"path\" : \"/etc/shadow\"",
                what: "`taskResult.path` is not"
            ),
            Spoiled(
                old: "\"secondsFromGMT\" : 3600",
                new: "\"secondsFromGMT\" : 9223372036854775807",
                what: "`timeZone.secondsFromGMT`"
            ),
            Spoiled(
                old: "\"boottimeNanoseconds\" : 100000000000",
                new: "\"boottimeNanoseconds\" : -9223372036854775808",
                what: "`clocks[0]` is no time that clocks show"
            ),
        ]
    )
    func namesImpossibleValue(spoiled: Spoiled) throws {
        let text = String(decoding: try Example.full.encoded(), as: UTF8.self)
        let changed = text.replacing(spoiled.old, with: spoiled.new)
        #expect(changed != text)
        let error = #expect(throws: SessionError.self) {
            try SessionManifest(decoding: Array(changed.utf8), where: "manifest.json")
        }
        #expect(error?.what.hasPrefix(spoiled.what) == true, "\(error?.what ?? "")")
        #expect(error?.remedy.isEmpty == false)
    }

    @Test(
        "is refused if it is no manifest at all",
        arguments: [
            "", "{", "[]", "null", "\"text\"", "\u{0}", String(repeating: "[", count: 9999),
        ]
    )
    func refusesOtherBytes(text: String) {
        #expect(throws: SessionError.self) {
            try SessionManifest(decoding: Array(text.utf8), where: "manifest.json")
        }
    }

    @Test("can be cut or changed at any byte without a crash")
    func survivesFlips() throws {
        let bytes = try Example.full.encoded()
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            _ = try? SessionManifest(decoding: changed, where: "manifest.json")
            let cut = Array(bytes[..<index])
            if index < bytes.count - 1 {
                #expect(throws: SessionError.self) {
                    try SessionManifest(decoding: cut, where: "manifest.json")
                }
            }
        }
    }

    @Test("has the sum of a sensor's losses, without an overflow")
    func addsUpLosses() {
        let few = SessionManifest.Sensor(
            sensorType: "gyro",
            samples: 1,
            lostByReason: ["ring": 2, "device": 3, "later": 4]
        )
        #expect(few.lost == 9)
        #expect(
            Set(few.lostByReason.keys) == [
                "ring", "device", "kernel", "source", "paused", "disk", "later",
            ]
        )
        let many = SessionManifest.Sensor(
            sensorType: "gyro",
            samples: 1,
            lostByReason: ["ring": .max, "device": .max]
        )
        #expect(many.lost == .max)
    }
}

// Exports sessions as a BIDS dataset: what it contains, what it leaves out, and that it is complete or absent.

import Foundation
import InputRecorder
import MotionRecorder
import RecorderKinds
import Scratch
import SessionFolder
import SystemCalls
import Testing
import Timebase

@testable import SessionExport

@Suite("A BIDS dataset of sessions")
struct BIDSExportTests {
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "SampleData").path(percentEncoded: false)
    private static let kinds: [any RecorderKind] = [
        MotionRecorderKind(), InputRecorderKind(), TouchRecorderKind(),
    ]

    private func export(_ sessions: [String], to directory: String) throws -> BIDSExport.Report {
        try BIDSExport(of: sessions, to: directory, kinds: Self.kinds, version: "1.2.3").run()
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    private func rows(_ path: String) throws -> [[String]] {
        try text(path).split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private func json(_ path: String) throws -> [String: Any] {
        let data = try Data(contentsOf: URL(filePath: path))
        return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    /// A session with one motion file of these records, and with a change to its manifest.
    private func session(
        _ name: String,
        in scratch: Scratch,
        _ records: String,
        _ change: (inout SessionManifest) throws -> Void = { _ in }
    ) throws -> String {
        let session = "\(scratch.path)/\(name)"
        try OneFileSession.make(at: session, records, change)
        return session
    }

    private static let plain = """
        {"uptime":1,"timestamp":0,"stepPath":"w","sensorType":"gyro","x":1,"y":2,"z":3},
        {"uptime":1.5,"timestamp":0.5,"stepPath":"w","sensorType":"gyro","x":1,"y":2,"z":3}
        """

    @Test("has a row per instant, n/a for missing samples, and events for losses, steps and marks")
    func motion() throws {
        let scratch = try Scratch()
        let session = try session(
            "one",
            in: scratch,
            """
            {"uptime":0.75,"timestamp":0,"stepPath":"Walk/go","marker":"start"},
            {"uptime":1,"timestamp":0.25,"stepPath":"Walk/go","sensorType":"accelerometer","x":0.1,"y":1e-5,"z":-0.0},
            {"uptime":1,"timestamp":0.25,"stepPath":"Walk/go","sensorType":"gyro","x":1,"y":2,"z":3},
            {"uptime":1.5,"timestamp":0.75,"stepPath":"Walk/go","sensorType":"gyro","lost":7,"reason":"ring"},
            {"uptime":1.75,"timestamp":1,"stepPath":"Walk/turn"},
            {"uptime":1.8,"timestamp":1.05,"stepPath":"Walk/turn","marker":"here"},
            {"uptime":2.000000001,"timestamp":1.25,"stepPath":"w","sensorType":"accelerometer","x":4,"y":5,"z":6},
            {"uptime":2.000000001,"timestamp":1.25,"stepPath":"w","sensorType":"gyro","x":7,"y":8,"z":9},
            {"uptime":2.25,"timestamp":1.5,"stepPath":"Walk/turn","marker":"stop"}
            """
        ) { $0.participant = try Participant(subject: "P-07", group: "control") }
        let report = try export([session], to: "\(scratch.path)/out")
        #expect(report.files.map(\.rows) == [3] && report.files.map(\.lost) == [7])
        #expect(report.refused.isEmpty && report.notes.isEmpty)
        let stem = "\(report.path)/sub-P07/motion/sub-P07_task-walk_tracksys-lowBackMotion"
        #expect(
            try text("\(stem)_motion.tsv") == """
                0\t0.1\t1e-05\t-0.0\t1.0\t2.0\t3.0
                0.5\tn/a\tn/a\tn/a\tn/a\tn/a\tn/a
                1.000000001\t4.0\t5.0\t6.0\t7.0\t8.0\t9.0

                """
        )
        #expect(
            try rows("\(stem)_events.tsv").dropFirst().map { $0[...7].joined(separator: " ") } == [
                "-0.25 0 start Walk/go start n/a n/a n/a", "-0.25 1 step Walk/go n/a n/a n/a n/a",
                "0.5 n/a loss Walk/go n/a gyro 7 ring", "0.75 0.5 step Walk/turn n/a n/a n/a n/a",
                "0.8 0 mark Walk/turn here n/a n/a n/a", "1.25 0 stop Walk/turn stop n/a n/a n/a",
            ]
        )
        let channels = try rows("\(stem)_channels.tsv")
        #expect(
            channels.count == 8
                && channels[0].prefix(5) == ["name", "component", "type", "tracked_point", "units"]
        )
        let sidecar = try json("\(stem)_motion.json")
        #expect(sidecar["SamplingFrequency"] as? Double == 100)
        #expect(
            sidecar["ACCELChannelCount"] as? Int == 3 && sidecar["MAGNChannelCount"] as? Int == 0
        )
        #expect(try rows("\(report.path)/participants.tsv")[1] == ["sub-P07", "P-07", "control"])
        let scans = try rows("\(report.path)/sub-P07/sub-P07_scans.tsv")
        #expect(scans[1].dropFirst(2) == ["1", "one"])
        let description = try json("\(report.path)/dataset_description.json")
        let makers = try #require(description["GeneratedBy"] as? [[String: Any]])
        #expect(makers.map { $0["Version"] as? String } == ["1.2.3"])
    }

    @Test("begins with a loss before all samples, and has no columns for a sensor without samples")
    func lossAhead() throws {
        let scratch = try Scratch()
        let session = try session(
            "one",
            in: scratch,
            """
            {"uptime":1,"timestamp":0,"stepPath":"w","sensorType":"gyro","lost":3,"reason":"device"},
            {"uptime":1,"timestamp":0,"stepPath":"w","sensorType":"magnetometer","lost":4,"reason":"device"},
            {"uptime":1.5,"timestamp":0.5,"stepPath":"w","sensorType":"gyro","x":1,"y":2,"z":3}
            """
        ) { $0.participant = try Participant(subject: "A") }
        let report = try export([session], to: "\(scratch.path)/out")
        #expect(report.files.map(\.lost) == [7])
        let stem = "\(report.path)/sub-A/motion/sub-A_task-walk_tracksys-lowBackMotion"
        #expect(
            try rows("\(stem)_motion.tsv") == [
                ["0", "n/a", "n/a", "n/a"], ["0.5", "1.0", "2.0", "3.0"],
            ]
        )
        #expect(try rows("\(report.path)/sub-A/sub-A_scans.tsv")[1][2] == "1")
        #expect(
            try rows("\(stem)_events.tsv").dropFirst().map { $0[5] } == ["gyro", "magnetometer"]
        )
    }

    @Test("deletes what a killed export of the same name left, and nothing else")
    func parts() throws {
        let scratch = try Scratch()
        let good = try session("good", in: scratch, Self.plain)
        for name in [".part-of-out.7fffffff", ".part-of-other.7fffffff"] {
            try ExportPlaceTests.leave(name, in: "\(scratch.path)/place")
        }
        _ = try export([good], to: "\(scratch.path)/place/out")
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/place")
        #expect(names.sorted() == [".part-of-other.7fffffff", "out"])
    }

    @Test(
        "is refused if its path does not end with a name",
        arguments: [".", "..", "/", "place/.", "place/..", ""]
    )
    func nameless(directory: String) throws {
        let scratch = try Scratch()
        let good = try session("good", in: scratch, Self.plain)
        let error = #expect(throws: SessionError.self) { try export([good], to: directory) }
        #expect(error?.remedy.contains("./Dataset") == true)
    }

    @Test("closes each session after it has read it")
    func descriptors() throws {
        let scratch = try Scratch()
        let sessions = try (1...40).map { try session("s\($0)", in: scratch, Self.plain) }
        let (read, refusals) = BIDSExport(
            of: sessions,
            to: "\(scratch.path)/out",
            kinds: Self.kinds,
            version: ""
        ).surveys()
        let links = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
            .compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
            }
        #expect(read.count == 40 && refusals.isEmpty)
        #expect(links.filter { $0.hasPrefix(scratch.path) }.isEmpty)
    }

    @Test("has every sample of whole sessions, and their touches as behaviour")
    func samples() throws {
        let scratch = try Scratch()
        let names = ["SyntheticWalk", "Tapping"]
        let report = try export(names.map { "\(Self.samples)/\($0)" }, to: "\(scratch.path)/out")
        #expect(report.files.count == 5)
        for name in names {
            let manifest = try Session(opening: "\(Self.samples)/\(name)").manifest
            for file in manifest.files where file.layout != .document {
                let label = try #require(BIDSLabel.joined(String(file.path.dropLast(5))))
                let made = try #require(
                    report.files.first {
                        $0.name.contains("_tracksys-\(label)_")
                            || $0.name.contains("_acq-\(label)_")
                    }
                )
                let table = try rows("\(report.path)/\(made.name)")
                if made.name.hasSuffix("_beh.tsv") {
                    #expect(table.count - 1 == file.records)
                    #expect(table[0].first == "onset" && table[0].contains("xMillimetres"))
                } else {
                    let values = table.joined().filter { $0 != "n/a" }.count - table.count
                    #expect(values == file.sensors.reduce(0) { $0 + $1.samples * 3 })
                }
            }
        }
        let kept = report.kept.joined(separator: "\n")
        #expect(kept.contains("lowBack_motion_truth.json") && kept.contains("taskResult.json"))
        let truth = "SyntheticWalk/lowBack_motion_truth.json"
        #expect(
            try Data(contentsOf: URL(filePath: "\(report.path)/sourcedata/\(truth)"))
                == Data(contentsOf: URL(filePath: "\(Self.samples)/\(truth)"))
        )
    }

    @Test("leaves out a damaged session, says so, and has the others")
    func damaged() throws {
        let scratch = try Scratch()
        let good = try session("good", in: scratch, Self.plain)
        let torn = try session("torn", in: scratch, "\(Self.plain),\n{\"uptime\":3,\"time") {
            $0.participant = try Participant(subject: "Torn")
        }
        let report = try export([good, torn, good], to: "\(scratch.path)/out")
        #expect(report.files.count == 1, "a session that is named twice is exported once")
        #expect(report.refused.count == 1 && report.refused[0].contains("torn"))
        let names = try FileManager.default.subpathsOfDirectory(atPath: report.path)
        #expect(!names.contains { $0.contains("Torn") || $0.contains("torn") })
        #expect(names.contains("sourcedata/good/manifest.json"))
    }

    @Test("is not created without a usable session, or if its name is taken")
    func nothing() throws {
        let scratch = try Scratch()
        let torn = try session("torn", in: scratch, "{\"uptime\":3,\"time")
        let empty = try session(
            "empty",
            in: scratch,
            #"{"uptime":0.75,"timestamp":0,"stepPath":"w","marker":"start"}"#
        )
        let out = "\(scratch.path)/place/out"
        #expect(throws: SessionError.self) { try export([torn, empty], to: out) }
        #expect(throws: SessionError.self) { try export([], to: out) }
        #expect(FileSystem.kind(of: out) == .missing)
        let good = try session("good", in: scratch, Self.plain)
        _ = try export([good], to: out)
        let error = #expect(throws: SessionError.self) { try export([good], to: out) }
        #expect("\(try #require(error))".contains("it is there already"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(scratch.path)/place") == ["out"]
        )
    }

    @Test("leaves out a session with one sample and no rate, and notes that a run was killed")
    func rates() throws {
        let scratch = try Scratch()
        let one =
            #"{"uptime":1,"timestamp":0,"stepPath":"w","sensorType":"gyro","x":1,"y":2,"z":3}"#
        func forgetRates(_ manifest: inout SessionManifest) {
            manifest.files[0].sensors = []
            manifest.devices = []
            manifest.status = .interrupted
        }
        let single = try session("single", in: scratch, one, forgetRates)
        let double = try session("double", in: scratch, Self.plain) { manifest in
            forgetRates(&manifest)
            manifest.participant = try Participant(subject: "A")
        }
        let report = try export([single, double], to: "\(scratch.path)/out")
        #expect(report.refused.count == 1 && report.refused[0].contains("single"))
        #expect(report.notes.count == 1 && report.notes[0].contains("killed"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(report.path)/sourcedata")
                == ["double"]
        )
        let sidecar = try json(
            "\(report.path)/sub-A/motion/sub-A_task-walk_tracksys-lowBackMotion_motion.json"
        )
        #expect(sidecar["SamplingFrequency"] as? Double == 2)
    }

    @Test("has times by the clock as it was when the file began, also after a restart")
    func restart() throws {
        let scratch = try Scratch()
        func reading(_ date: Int64, _ uptime: Int64) -> ClockReading {
            ClockReading(
                realtime: WallInstant(nanosecondsSince1970: date * 1_000_000_000),
                monotonicNanoseconds: uptime * 1_000_000_000,
                boottime: BootInstant(nanoseconds: uptime * 1_000_000_000)
            )
        }
        let session = try session("one", in: scratch, Self.plain) { manifest in
            manifest.participant = try Participant(subject: "A")
            manifest.clocks = [reading(1_800_000_000, 9000), reading(1_800_000_600, 5)]
            manifest.files[0].startUptime = BootInstant(nanoseconds: 0)
            manifest.files[0].startDate = LocalDate(
                WallInstant(nanosecondsSince1970: 1_800_000_595_000_000_000),
                .utc
            )
        }
        let report = try export([session], to: "\(scratch.path)/out")
        #expect(
            try rows("\(report.path)/sub-A/sub-A_scans.tsv")[1][1] == "2027-01-15T08:09:56.000000Z"
        )
    }

    @Test("has the study's name and licence if all sessions agree")
    func study() throws {
        let scratch = try Scratch()
        func session(_ name: String, _ licence: String?) throws -> String {
            try self.session(name, in: scratch, Self.plain) { manifest in
                manifest.participant = try Participant(subject: name)
                manifest.study = SessionManifest.Study(title: "Gait at home", licence: licence)
            }
        }
        let first = try session("a", "CC-BY-4.0")
        let alike = try session("b", "CC-BY-4.0")
        let other = try session("c", nil)
        let one = try export([first, alike], to: "\(scratch.path)/one")
        let description = try json("\(one.path)/dataset_description.json")
        #expect(description["Name"] as? String == "Gait at home")
        #expect(description["License"] as? String == "CC-BY-4.0")
        #expect(try !text("\(one.path)/README.md").contains("License"))
        let mixed = try export([first, other], to: "\(scratch.path)/mixed")
        let without = try json("\(mixed.path)/dataset_description.json")
        #expect(without["Name"] as? String == "Gait at home" && without["License"] == nil)
        #expect(try text("\(mixed.path)/README.md").contains("License"))
    }

    @Test("keeps manifest and journal byte for byte, with members that this version does not know")
    func documents() throws {
        let scratch = try Scratch()
        let session = try session("one", in: scratch, Self.plain)
        let place = URL(filePath: "\(session)/manifest.json")
        let known = try String(contentsOf: place, encoding: .utf8)
        let newer = #"{"novelty":{"a":1},"# + known.drop { $0 == "{" || $0.isWhitespace }
        try Data(newer.utf8).write(to: place)
        let journal = Data(
            "[\n{\"uptime\":1,\"event\":\"note\",\"about\":{\"text\":\"x\"}}\n]".utf8
        )
        try journal.write(to: URL(filePath: "\(session)/journal.json"))
        let report = try export([session], to: "\(scratch.path)/out")
        let kept = URL(filePath: "\(report.path)/sourcedata/one")
        #expect(try Data(contentsOf: kept.appending(path: "manifest.json")) == Data(newer.utf8))
        #expect(try Data(contentsOf: kept.appending(path: "journal.json")) == journal)
    }

    @Test("says whether a document is missing or a link")
    func documentsMissing() throws {
        let scratch = try Scratch()
        let session = try session("one", in: scratch, Self.plain) { manifest in
            for name in ["gone.flac", "link.flac", "sound.flac"] {
                var file = try #require(manifest.files.first)
                (file.path, file.layout, file.sensors) = (name, .document, [])
                manifest.files.append(file)
            }
        }
        try Data("sound".utf8).write(to: URL(filePath: "\(session)/sound.flac"))
        try FileManager.default.createSymbolicLink(
            atPath: "\(session)/link.flac",
            withDestinationPath: "sound.flac"
        )
        let report = try export([session], to: "\(scratch.path)/out")
        #expect(
            report.kept == [
                "one/gone.flac is not in the dataset: it is not there",
                "one/link.flac is not in the dataset: it is a link, which may lead out of the session",
                "sourcedata/one/sound.flac: it has no sample records for a table",
            ]
        )
    }
}

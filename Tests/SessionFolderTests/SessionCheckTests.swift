import FileMoves
import FoundationEssentials
import SampleFile
import SystemCalls
import Testing
import Timebase

@testable import SessionFolder

@Suite("The verdict of a check")
struct VerdictTests {
    @Test(
        "follows from the findings, from how the run ended and from whether it still records",
        arguments: [nil] + SessionManifest.Status.allCases.map(Optional.some),
        [nil] + CheckFinding.Severity.allCases.map(Optional.some)
    )
    func follows(status: SessionManifest.Status?, severity: CheckFinding.Severity?) {
        let findings = severity.map {
            [CheckFinding(.note, what: "a"), CheckFinding($0, what: "b")]
        }
        for isLive in [false, true] {
            let verdict = SessionCheck.verdict(
                of: findings ?? [],
                status: status,
                isLive: isLive
            )
            let expected: SessionCheck.Verdict =
                if severity == .damage {
                    .damaged
                } else if isLive {
                    .live
                } else if status == .recording || status == .interrupted {
                    .interrupted
                } else {
                    severity == .loss ? .hasLosses : .clean
                }
            #expect(verdict == expected)
        }
    }

    @Test(
        "has an exit code",
        arguments: zip(SessionCheck.Verdict.allCases, [Int32(0), 3, 1, 3, 0])
    )
    func isExitCode(verdict: SessionCheck.Verdict, code: Int32) {
        #expect(verdict.exitCode == code)
    }
}

@Suite("Checking a session")
struct SessionCheckTests {
    let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func damage(_ check: SessionCheck) -> [CheckFinding] {
        check.findings.filter { $0.severity == .damage }
    }

    @Test(
        "finds nothing in an unchanged session",
        arguments: [SampleFileLayout.jsonArray, .csv(header: true)]
    )
    func findsNothing(layout: SampleFileLayout) async throws {
        let path = try await Recording.finish(in: scratch.path, layout: layout)
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .clean)
        #expect(check.findings == [])
        #expect(check.records == 51)
        #expect(check.files == 1)
        #expect(check.sensors.map(\.samples) == [50])
        #expect(check.status == .finished)
    }

    @Test("gives a value that can be written and read as JSON")
    func isCodable() async throws {
        let check = try await SessionCheck(of: Recording.finish(in: scratch.path, lost: 3))
        let data = try JSONEncoder().encode(check)
        #expect(try JSONDecoder().decode(SessionCheck.self, from: data) == check)
    }

    @Test("reports lost samples as a loss, and those of a pause as a note")
    func tellsLosses() async throws {
        let lossy = try await SessionCheck(of: Recording.finish(in: scratch.path, lost: 12))
        #expect(lossy.verdict == .hasLosses)
        #expect(lossy.findings.map(\.what) == ["12 samples of accelerometer are missing (ring)"])
        let paused = try await SessionCheck(
            of: Recording.finish(in: scratch.path, lost: 12, reason: "paused")
        )
        #expect(paused.verdict == .clean)
        #expect(paused.findings.map(\.severity) == [.note])
    }

    @Test("finds a flipped bit in any byte of a finished file, and does not change the file")
    func tellsFlips() async throws {
        let path = try await Recording.finish(in: scratch.path, samples: 5)
        let file = path + "/walk_motion.json"
        let original = try bytes(of: file)
        for index in original.indices {
            var changed = original
            changed[index] ^= 1 << UInt8(index % 8)
            try write(changed, to: file)
            let check = try SessionCheck(of: path)
            #expect(check.verdict == .damaged, "byte \(index)")
            #expect(try bytes(of: file) == changed)
        }
        try write(original, to: file)
        #expect(try SessionCheck(of: path).verdict == .clean)
    }

    @Test("says at which byte a file was cut off")
    func tellsCut() async throws {
        let path = try await Recording.finish(in: scratch.path, samples: 5)
        let file = path + "/walk_motion.json"
        let original = try bytes(of: file)
        try write(Array(original.dropLast(10)), to: file)
        let check = try SessionCheck(of: path)
        let found = damage(check)
        #expect(check.verdict == .damaged)
        #expect(found.first?.byteOffset == Int64(original.count - 10))
        #expect(found.contains { $0.what.hasSuffix("the file ends within a record") })
        #expect(found.allSatisfy { $0.file == "walk_motion.json" && $0.remedy != nil })
    }

    @Test("reports a file that is missing, or replaced by a link or a folder")
    func tellsImpostors() async throws {
        let path = try await Recording.finish(in: scratch.path)
        let file = path + "/walk_motion.json"
        try FileSystem.rename(file, to: scratch.path + "/elsewhere")
        #expect(damage(try SessionCheck(of: path)).map(\.what) == ["it is not there"])
        try FileManager.default.createSymbolicLink(
            atPath: file,
            withDestinationPath: scratch.path + "/elsewhere"
        )
        #expect(
            damage(try SessionCheck(of: path)).map(\.what)
                == ["it is a link, which may lead out of the session"]
        )
        try FileSystem.remove(file)
        try FileSystem.makeDirectory(file)
        #expect(
            damage(try SessionCheck(of: path)).map(\.what) == ["it is a folder, not a file"]
        )
    }

    @Test("compares the manifest's counts of each sensor with the file")
    func comparesCounts() async throws {
        let path = try await Recording.finish(in: scratch.path, lost: 2)
        var manifest = try Session(opening: path).manifest
        // As earlier versions left it: a journal would tell which of the two is right.
        manifest.journal = nil
        manifest.files[0].records = 99
        manifest.files[0].sensors[0].samples = 51
        manifest.files[0].sensors[0].lostByReason = ["ring": 1, "device": 1]
        manifest.files[0].sensors.append(.init(sensorType: "gyro", samples: 7))
        try write(manifest.encoded(), to: path + "/manifest.json")
        #expect(
            damage(try SessionCheck(of: path)).map(\.what) == [
                "it has 52 records, the manifest says 99",
                "it has 50 samples of accelerometer, the manifest says 51",
                "it has 0 lost samples of accelerometer (device), the manifest says 1",
                "it has 2 lost samples of accelerometer (ring), the manifest says 1",
                "it has 0 samples of gyro, the manifest says 7",
            ]
        )
    }

    @Test("takes a loss that a failed file could not record for a loss, not for damage")
    func takesUnreportedLosses() async throws {
        let path = try await Recording.finish(in: scratch.path, lost: 2)
        var manifest = try Session(opening: path).manifest
        // As earlier versions left it: a journal would tell which of the two is right.
        manifest.journal = nil
        try FileSystem.remove(path + "/journal.json")
        manifest.files[0].sensors[0].lostByReason = ["ring": 2, "disk": 1200]
        try write(manifest.encoded(), to: path + "/manifest.json")
        #expect(
            damage(try SessionCheck(of: path)).map(\.what)
                == ["it has 0 lost samples of accelerometer (disk), the manifest says 1200"]
        )
        manifest.files[0].error = "the device does not work (EIO)"
        try write(manifest.encoded(), to: path + "/manifest.json")
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .hasLosses)
        #expect(check.sensors.map(\.lost) == [1202])
        #expect(check.sensors.first?.quality?.losses.samples == 1202)
        #expect(check.quality.grade == .unusable)
        #expect(
            check.findings.map(\.what) == [
                "2 samples of accelerometer are missing (ring)",
                "1200 samples of accelerometer are missing (disk), of which the file could not tell",
            ]
        )
        // What the file tells and the manifest does not is no loss of a broken file.
        manifest.files[0].sensors[0].lostByReason = ["ring": 1]
        try write(manifest.encoded(), to: path + "/manifest.json")
        #expect(try SessionCheck(of: path).verdict == .damaged)
    }

    @Test("writes one sample in the singular")
    func oneSample() async throws {
        let path = try await Recording.finish(in: scratch.path, samples: 1, lost: 1)
        var manifest = try Session(opening: path).manifest
        manifest.journal = nil
        try FileSystem.remove(path + "/journal.json")
        manifest.files[0].sensors[0].lostByReason = ["ring": 1, "disk": 1]
        manifest.files[0].error = "the device does not work (EIO)"
        try write(manifest.encoded(), to: path + "/manifest.json")
        #expect(
            try SessionCheck(of: path).findings.map(\.what) == [
                "1 sample of accelerometer is missing (ring)",
                "1 sample of accelerometer is missing (disk), of which the file could not tell",
            ]
        )
        manifest.files[0].sensors[0].samples = 2
        manifest.files[0].sensors[0].lostByReason = [:]
        try write(manifest.encoded(), to: path + "/manifest.json")
        #expect(
            damage(try SessionCheck(of: path)).map(\.what) == [
                "it has 1 sample of accelerometer, the manifest says 2",
                "it has 1 lost sample of accelerometer (ring), the manifest says 0",
            ]
        )
    }

    @Test("finds times that go back in a file")
    func findsTimeGoingBack() async throws {
        let begun = try await Recording.begin(in: scratch.path)
        let name = begun.session.newFileName(logger: "late", fileExtension: "json")
        var writer = try Recording.writer(at: begun.session.path(ofFile: name))
        Recording.sample(&writer, "gyro", at: 2)
        Recording.sample(&writer, "gyro", at: 1)
        let summary = try writer.close()
        begun.session.noteListed(Example.file(name))
        let end = LocalDate(Example.start.realtime, Example.zone)
        begun.session.noteClosed(name, summary, endDate: end, sensors: [])
        try await begun.session.finish(.finished, at: Example.start, taskResult: Recording.result)
        let found = damage(try SessionCheck(of: begun.session.path))
        #expect(
            found.map(\.what) == [
                "record 2 of gyro: `uptime` goes back", "record 2 of gyro: `timestamp` goes back",
            ]
        )
        #expect(found.allSatisfy { $0.byteOffset ?? 0 > 0 })
    }

    @Test("calls a session live that is still being recorded")
    func knowsLive() async throws {
        let begun = try await Recording.begin(in: scratch.path)
        let check = try SessionCheck(of: begun.session.path)
        #expect(check.verdict == .live)
        #expect(check.records == 51)
        #expect(Set(check.findings.map(\.severity)) == [.note])
        withExtendedLifetime(begun.session) {}
    }

    @Test("says of a killed run that nobody closed its session")
    func knowsDead() async throws {
        let path = try await Recording.begin(in: scratch.path).session.path
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .interrupted)
        #expect(check.status == .recording)
        #expect(check.findings.first?.what == "the run ended without closing the session")
    }

    @Test(
        "reports errors as losses and notes as notes, however the run ended",
        arguments: [SessionManifest.Status.finished, .cancelled, .failed, .interrupted]
    )
    func tellsErrors(status: SessionManifest.Status) {
        var manifest = Example.manifest
        manifest.status = status
        manifest.notes = ["a heel hurts", "mood: it is refused"]
        let quiet = CheckRules.ending(of: manifest, isLive: false)
        let isShort = [.failed, .interrupted].contains(status)
        #expect(quiet.contains { $0.severity == .loss } == isShort)
        #expect(quiet.suffix(2) == manifest.notes.map { CheckFinding(.note, what: $0) })
        manifest.errors = ["mood: it is refused"]
        let findings = CheckRules.ending(of: manifest, isLive: false)
        #expect(findings.contains { $0.severity == .loss })
        #expect(findings.count { $0.what == "mood: it is refused" } == 1)
        #expect(findings.last == CheckFinding(.note, what: "a heel hurts"))
    }

    @Test("reports an early end as a note, and earlier errors as losses")
    func tellsEarlyEnd() {
        var manifest = Example.manifest
        (manifest.status, manifest.endedEarly) = (.finished, true)
        #expect(CheckRules.ending(of: manifest, isLive: false).map(\.severity) == [.note])
        manifest.errors = ["unplugged"]
        #expect(CheckRules.ending(of: manifest, isLive: false).map(\.severity) == [.note, .loss])
    }

    @Test(
        "reports a changed result, or one of another run, in one line",
        arguments: [
            (
                "WalkAndBalance", "WalkAndBelance",
                "a byte of it has changed since it was closed: its checksum is another"
            ),
            ("1F6A03BC", "0F6A03BC", "it is the result of another run"),
        ]
    )
    func tellsResult(old: String, new: String, what: String) async throws {
        let path = try await Recording.finish(in: scratch.path)
        let file = path + "/taskResult.json"
        let text = String(decoding: try bytes(of: file), as: UTF8.self)
        #expect(text.contains(old))
        try write(Array(text.replacing(old, with: new).utf8), to: file)
        let check = try SessionCheck(of: path)
        #expect(damage(check).map(\.what) == [what])
        #expect(check.isRecoverable == (old == "1F6A03BC"))
    }

    @Test(
        "does not read a document of more than 64 MiB",
        arguments: [SessionManifest.taskResultName, SessionManifest.answersName]
    )
    func leavesLargeDocuments(name: String) async throws {
        let begun = try await Recording.begin(in: scratch.path)
        try await begun.session.writeAnswers([UInt8]("{}".utf8))
        try await begun.session.finish(.finished, at: Example.start, taskResult: Recording.result)
        // Truncating makes a hole: none of these bytes takes disk space.
        try OpenFile.open(begun.session.path + "/" + name, .readWrite).truncate(to: 1 << 27)
        let found = try SessionCheck(of: begun.session.path).findings.filter { $0.file == name }
        #expect(
            found.map(\.what) == ["it is larger than 67108864 bytes, which none of its kind is"]
        )
    }

    @Test("mentions files that do not belong, and who else may read the session")
    func mentionsStrays() async throws {
        let path = try await Recording.finish(in: scratch.path)
        try write([1], to: path + "/diary.txt")
        try write([1], to: path + "/.manifest.json.tmp")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let check = try SessionCheck(of: path)
        #expect(check.verdict == .clean)
        #expect(check.findings.map(\.file) == [".manifest.json.tmp", "diary.txt", nil])
        #expect(check.findings.last?.what == "others on this machine may read it")
        let remedy = check.findings.last?.remedy
        #expect(remedy?.hasPrefix("if they should not, run `chmod -R go= ") == true)
    }

    @Test("speaks of a participant's data only if the session names a participant")
    func mentionsParticipant() async throws {
        var manifest = Example.manifest
        manifest.participant = try Participant(subject: "P07")
        let path = try await Recording.finish(in: scratch.path, manifest: manifest)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        let finding = try SessionCheck(of: path).findings.last
        #expect(
            finding?.what
                == "others on this machine may read it: it holds a participant's data"
        )
        #expect(finding?.remedy?.hasPrefix("run `chmod -R go= ") == true)
    }

    @Test("throws for a folder that is no session, and calls one without a manifest damaged")
    func tellsFromOthers() async throws {
        #expect(throws: SessionError.self) { try SessionCheck(of: scratch.path) }
        let path = try await Recording.finish(in: scratch.path)
        try FileSystem.remove(path + "/manifest.json")
        #expect(try SessionCheck(of: path).verdict == .damaged)
    }
}

import FoundationEssentials
import Glibc
import Orientation
import Patience
import SampleFile
import SessionFolder
import SystemCalls
import Testing

@testable import footfall

/// A record of a file of motion, as far as these tests look at it.
private struct MotionRecord: Decodable {
    var uptime: Double
    var sensorType: String?
    var referenceCoordinate: String?
    var marker: String?
    var stepPath: String?
    var lost: Int?
    var x: Double?
    var y: Double?
    var z: Double?
    var w: Double?

    /// The vertical in the sensor's axes, if this record is an attitude.
    var up: SIMD3<Double>? {
        guard sensorType == "attitude", let x, let y, let z, let w else { return nil }
        return Quaternion(w: w, x: x, y: y, z: z).inverse.rotate(SIMD3(0, 0, 1))
    }
}

@Suite("footfall process", .mayNotHang)
struct ProcessTests {
    private static let file = "lowBack_motion.json"

    private static func records(
        _ file: String,
        in folder: borrowing TemporaryFolder
    ) throws -> [MotionRecord] {
        try JSONDecoder().decode([MotionRecord].self, from: Data(folder.bytes(of: file)))
    }

    /// Processes a session, and returns the name of the new one.
    private static func process(
        _ session: String,
        in folder: borrowing TemporaryFolder,
        _ words: [String] = [],
        output: String = "Processed",
        status: Int32 = 0
    ) throws -> String {
        let line = ["process", session, "--attitude", "offline", "--output", output, "--quiet"]
        let ending = try ChildProcess.footfall(line + words, in: folder)
        #expect(ending.status == status, "\(ending.output) \(ending.errors)")
        return String(ending.output.split(separator: "/").last ?? "").filter { $0 != "\n" }
    }

    private static func walk(
        _ seconds: Int,
        in folder: borrowing TemporaryFolder,
        _ words: [String] = []
    ) throws -> PrintedOutcome {
        let line = [
            "record", "--source", "synthetic", "--duration", "\(seconds)", "--speed", "max",
            "--placement", "lowBack", "--json", "--subject", "P07",
        ]
        return try PrintedOutcome(ChildProcess.footfall(line + words, in: folder).output)
    }

    /// The root mean square error of the vertical in degrees, and how many records it covers.
    private static func inclinationError(
        of records: [MotionRecord],
        against truth: [MotionRecord]
    ) -> (degrees: Double, count: Int) {
        var ups: [Int64: SIMD3<Double>] = [:]
        for record in truth { ups[Int64((record.uptime * 1e6).rounded())] = record.up }
        var (sum, count) = (0.0, 0)
        for record in records {
            guard let up = record.up, let real = ups[Int64((record.uptime * 1e6).rounded())]
            else { continue }
            let difference = up - real
            sum += (difference * difference).sum()
            count += 1
        }
        return ((sum / Double(max(1, count))).squareRoot() * 180 / .pi, count)
    }

    @Test(
        "estimates the vertical better than the recorder did, and leaves the old session unchanged"
    )
    func betterThanLive() throws {
        let folder = try TemporaryFolder()
        let recorded = try Self.walk(
            60,
            in: folder,
            ["--types", "accelerometer,gyro,magnetometer,attitude"]
        )
        let old = "Sessions/\(recorded.folder)"
        let before = try folder.names(in: old).sorted().map { try folder.bytes(of: "\(old)/\($0)") }
        let made = try Self.process(recorded.session, in: folder)
        let after = try folder.names(in: old).sorted().map { try folder.bytes(of: "\(old)/\($0)") }
        #expect(before == after)

        let truth = try Self.records("\(old)/lowBack_motion_truth.json", in: folder)
        let live = Self.inclinationError(
            of: try Self.records("\(old)/\(Self.file)", in: folder),
            against: truth
        )
        let processed = try Self.records("Processed/\(made)/\(Self.file)", in: folder)
        let offline = Self.inclinationError(of: processed, against: truth)
        #expect(live.count > 5_900 && offline.count == live.count)
        #expect(offline.degrees < 0.97 * live.degrees, "\(offline) against \(live)")
        #expect(
            Set(processed.compactMap(\.sensorType)) == [
                "attitude", "gravity", "magneticField", "rotationRate", "userAcceleration",
            ]
        )
    }

    @Test("makes a session that names its source and parameters, passes check and can be replayed")
    func session() throws {
        let folder = try TemporaryFolder()
        let recorded = try Self.walk(5, in: folder)
        let made = "Processed/" + (try Self.process(recorded.session, in: folder))
        let old = try Session(opening: recorded.session).manifest
        let new = try Session(opening: "\(folder.path)/\(made)").manifest
        #expect(new.participant == old.participant && new.startDate == old.startDate)
        #expect(new.clocks == old.clocks && new.identifier == old.identifier)
        let origin = try #require(new.origin)
        #expect(origin.session == recorded.folder && origin.taskRunUUID == old.taskRunUUID)
        let processed = try #require(origin.processed)
        #expect(processed.session == recorded.folder && processed.attitude == "offline")
        #expect(processed.files.map(\.path) == [Self.file])
        #expect(processed.files.map(\.checksum) == old.files.prefix(1).map(\.checksum))
        #expect(processed.parameters["inclinationTimeConstantInSeconds"] == 3)
        #expect(processed.papers.allSatisfy { $0.contains("VQF") })
        let check = try ChildProcess.footfall(["check", made], in: folder)
        #expect(check.status == 0, "\(check.output)")
        let info = try ChildProcess.footfall(["info", made], in: folder)
        #expect(info.output.contains("processes \(recorded.folder)"))
        let list = try ChildProcess.footfall(["list", "Processed"], in: folder)
        #expect(list.status == 0 && list.output.contains("P07"))
        #expect(list.output.contains(" made ") && list.output.contains(" computed "))
        let listed = try ChildProcess.footfall(["list", "Processed", "--json"], in: folder)
        #expect(listed.output.contains("\"computedFrom\":\"\(recorded.folder)\""))
        let others = try ChildProcess.footfall(["list", "Sessions"], in: folder)
        #expect(!others.output.contains(" made ") && !others.output.contains("computed"))

        let words = ["replay", made, "--speed", "max", "--output", "Again", "--quiet"]
        #expect(try ChildProcess.footfall(words, in: folder).status == 0)
        let again = try #require(try folder.names(in: "Again").first)
        #expect(
            try folder.bytes(of: "Again/\(again)/\(Self.file)")
                == folder.bytes(of: "\(made)/\(Self.file)")
        )
        var replayed = origin
        replayed.replayed = made.components(separatedBy: "/").last
        #expect(try Session(opening: "\(folder.path)/Again/\(again)").manifest.origin == replayed)
        let told = try ChildProcess.footfall(["info", "Again/\(again)"], in: folder)
        #expect(told.output.contains("replays   \(replayed.replayed ?? "?")"), "\(told.output)")
        let refused = try ChildProcess.footfall(
            ["process", made, "--attitude", "offline"],
            in: folder
        )
        #expect(refused.status == 1 && refused.errors.contains("no accelerometer and no gyro"))
    }

    @Test("processes a killed session, with the losses that its manifest does not list")
    func killedSession() throws {
        let folder = try TemporaryFolder()
        let child = try ChildProcess(
            ["record", "--source", "synthetic", "--placement", "lowBack", "--quiet"],
            in: folder.path
        )
        var session = ""
        let line = "\"sensorType\":\"gyro\",\"x\""
        while !child.hasEnded {
            session = (try? folder.sessions())?.first.map { "Sessions/\($0)" } ?? ""
            let bytes = (try? folder.bytes(of: "\(session)/\(Self.file)")) ?? []
            if String(decoding: bytes, as: UTF8.self).components(separatedBy: line).count > 50 {
                break
            }
            sched_yield()
        }
        child.send(SIGKILL)
        _ = child.ending()
        let file = "\(session)/\(Self.file)"
        var lines = String(decoding: try folder.bytes(of: file), as: UTF8.self)
            .components(separatedBy: "\n")
        let place = try #require(
            lines.indices.filter { lines[$0].contains(line) }.dropFirst(9).first
        )
        let gap =
            lines[place].components(separatedBy: "\"x\"")[0]
            + "\"lost\":3,\"reason\":\"ring\"},"
        lines.insert(gap, at: place)
        try folder.write(Array(lines.joined(separator: "\n").utf8), to: file)
        let made = "Processed/" + (try Self.process(session, in: folder, status: 3))
        let new = try Session(opening: "\(folder.path)/\(made)").manifest
        #expect(new.files.first?.sensors.first?.lostByReason["ring"] == 3)
    }

    @Test("writes the same bytes for the same session, also if it is compressed, and takes CSV")
    func sameBytes() throws {
        let folder = try TemporaryFolder()
        let recorded = try Self.walk(3, in: folder)
        let one = try Self.process(recorded.session, in: folder, output: "One")
        let two = try Self.process(recorded.session, in: folder, output: "Two")
        let bytes = try folder.bytes(of: "One/\(one)/\(Self.file)")
        #expect(try folder.bytes(of: "Two/\(two)/\(Self.file)") == bytes)

        let again = ["record", "--source", recorded.session, "--speed", "max", "--quiet"]
        #expect(
            try ChildProcess.footfall(again + ["--compress", "--output", "Small"], in: folder)
                .status == 0
        )
        let small = try #require(try folder.names(in: "Small").first)
        let three = try Self.process("Small/\(small)", in: folder, output: "Three")
        #expect(try folder.bytes(of: "Three/\(three)/\(Self.file)") == bytes)

        let csv = again + ["--csv", "--output", "Tables"]
        #expect(try ChildProcess.footfall(csv, in: folder).status == 0)
        let table = try #require(try folder.names(in: "Tables").first)
        let four = try Self.process("Tables/\(table)", in: folder, ["--compress"], output: "Four")
        let five = try Self.process("Tables/\(table)", in: folder, output: "Five")
        let plain = try folder.bytes(of: "Five/\(five)/lowBack_motion.csv")
        let name = "lowBack_motion.csv.zst"
        let path = "\(folder.path)/Four/\(four)/\(name)"
        let document = try DocumentText(of: OpenFile.open(path), named: name)
        let text = try document.read(Int(document.size()), at: 0)
        #expect(text == plain)
    }

    @Test("uses the motion columns of an imported file that has other columns too")
    func imported() throws {
        let folder = try TemporaryFolder()
        var rows = "t,ax,ay,az,gx,gy,gz,pulse\n"
        for row in 0..<600 { rows += "\(Double(row) / 100),0.6,0,0.8,0.01,0,0,70\n" }
        try folder.write(Array(rows.utf8), to: "walk.csv")
        let line = ["import", "walk.csv", "--map", "t_s,ax,ay,az,gx,gy,gz,pulse", "--quiet"]
        let ending = try ChildProcess.footfall(line, in: folder)
        #expect(ending.status == 0, "\(ending.errors)")
        let session = "Sessions/\(try #require(try folder.names(in: "Sessions").first))"
        let made = "Processed/" + (try Self.process(session, in: folder))
        let file = try #require(Session(opening: "\(folder.path)/\(made)").manifest.files.first)
        let attitudes = try Self.records("\(made)/\(file.path)", in: folder).compactMap(\.up)
        #expect(attitudes.count == 600)
        for up in attitudes {
            let difference = up - SIMD3(0.6, 0, 0.8)
            #expect((difference * difference).sum() < 1e-4)
        }
        #expect(file.recorder == "motion")
    }

    @Test("refuses a session without a gyro, or with damage, and leaves no folder")
    func refused() throws {
        let folder = try TemporaryFolder()
        let still = try Self.walk(2, in: folder, ["--types", "accelerometer"])
        let line = ["--attitude", "offline", "--output", "Processed"]
        let without = try ChildProcess.footfall(["process", still.session] + line, in: folder)
        #expect(without.status == 1)
        #expect(without.errors.contains("it has no gyro"))
        #expect(without.errors.contains("--types accelerometer,gyro"))

        let damaged = try Self.walk(2, in: folder)
        let file = "Sessions/\(damaged.folder)/\(Self.file)"
        try folder.replace("\"gyro\"", by: "\"gyra\"", in: file)
        let torn = try ChildProcess.footfall(["process", damaged.session] + line, in: folder)
        #expect(torn.status == 1, "\(torn.output)")
        #expect(torn.errors.contains("footfall check") || torn.errors.contains("gyra"))
        #expect(FileSystem.kind(of: "\(folder.path)/Processed") == .missing)
    }

    /// Starts `footfall process`, and returns the child once it has created the file.
    private static func begin(in folder: borrowing TemporaryFolder) throws -> ChildProcess {
        let recorded = try walk(60, in: folder)
        let child = try ChildProcess(
            ["process", recorded.session, "--attitude", "offline", "--output", "Processed", "-q"],
            in: folder.path
        )
        var hasBegun = false
        while !hasBegun, !child.hasEnded {
            let session = (try? folder.names(in: "Processed"))?.first
            hasBegun =
                session.map {
                    FileSystem.kind(of: "\(folder.path)/Processed/\($0)/\(file)") == .file
                } ?? false
            sched_yield()
        }
        #expect(hasBegun)
        return child
    }

    @Test("leaves nothing if somebody stops it while it writes")
    func stopped() throws {
        let folder = try TemporaryFolder()
        let child = try Self.begin(in: folder)
        child.send(SIGINT)
        let ending = child.ending()
        #expect(ending.status == 1)
        #expect(ending.errors.contains("the processing was stopped; nothing of it is kept"))
        #expect(ending.errorLines.count == 1, "\(ending.errors)")
        #expect(FileSystem.kind(of: "\(folder.path)/Processed") == .missing)
    }

    @Test("leaves a partial session after a kill, and check says so")
    func killed() throws {
        let folder = try TemporaryFolder()
        let child = try Self.begin(in: folder)
        child.send(SIGKILL)
        _ = child.ending()
        let session = "Processed/\(try #require(try folder.names(in: "Processed").first))"
        let check = try ChildProcess.footfall(["check", session], in: folder)
        #expect(check.output.contains("it is a part only of what was computed of "), "\(check)")
    }

    @Test("says which option is missing or misspelt")
    func usage() throws {
        let folder = try TemporaryFolder()
        let bare = try ChildProcess.footfall(["process", "Sessions/x"], in: folder)
        #expect(bare.status == 2 && bare.errors.contains("--attitude offline"))
        let other = try ChildProcess.footfall(
            ["process", "Sessions/x", "--attitude", "oflfine"],
            in: folder
        )
        #expect(other.status == 2 && other.errors.contains("offline"))
    }
}

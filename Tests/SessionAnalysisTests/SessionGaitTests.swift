// The gait of the sample sessions, and of sessions that the tests make, most of which lack something.

import Foundation
import Gait
import Research
import SessionFolder
import Testing
import WalkSource

@testable import SessionAnalysis

@Suite("The gait of a session")
struct SessionGaitTests {
    private static func gait(
        ofSample name: String,
        _ change: (inout GaitRequest) -> Void = { _ in }
    ) throws -> SessionGait {
        var request = GaitRequest()
        change(&request)
        let path = "\(MotionSession.samples)/\(name)"
        return try SessionGait(of: SessionMotion(opening: path, to: "analyse it"), request)
    }

    private static func gait(
        of session: MotionSession,
        _ change: (inout GaitRequest) -> Void = { _ in }
    ) throws -> SessionGait {
        var request = GaitRequest()
        change(&request)
        return try SessionGait(of: session.motion, request)
    }

    private static func back(_ gait: SessionGait) throws -> BackGait {
        guard case .lowBack(let back) = try #require(gait.sensors.first).content else {
            throw CancellationError()
        }
        return back
    }

    /// True if a number that `JSONSerialization` read equals a value up to the rounding of its last digit.
    private static func isSame(_ read: Any?, _ value: Double?) -> Bool {
        guard let read = read as? Double, let value else { return false }
        return abs(read - value) <= 1e-15 * abs(value) + 1e-15
    }

    private static func document(_ gait: SessionGait) throws -> [String: Any] {
        let json = GaitDocument(of: gait, by: (name: "test", version: "1")).json
        let bytes = try JSONEncoder().encode(json)
        return try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }

    @Test("has the cadence of the sample walk, and the same figures in its document")
    func syntheticWalk() throws {
        let gait = try Self.gait(ofSample: "SyntheticWalk") { $0.leg = .measured(0.9) }
        let bout = try #require(try Self.back(gait).bouts.first)
        #expect(bout.bout.contacts == 13)
        let cadence = try #require(bout.cadence.value)
        #expect(abs(cadence - 110) < 2)

        let document = try Self.document(gait)
        let sensors = try #require(document["sensors"] as? [[String: Any]])
        let bouts = try #require(sensors.first?["bouts"] as? [[String: Any]])
        let stepTime = try #require(bouts.first?["stepTime"] as? [String: Any])
        #expect(Self.isSame(stepTime["meanInSeconds"], bout.stepTime.value?.mean))
        #expect(stepTime["method"] as? String == "contacts")
        #expect(stepTime["confidence"] as? String == "fair")
        let speed = try #require(bouts.first?["speed"] as? [String: Any])
        #expect(Self.isSame(speed["metresPerSecond"], bout.speed.value))
        let methods = try #require(document["methods"] as? [String: Any])
        #expect(methods.keys.contains("invertedPendulum"))
    }

    @Test("has no lengths without the leg length, and names the option for it")
    func withoutLeg() throws {
        let gait = try Self.gait(ofSample: "SyntheticWalk")
        let document = try Self.document(gait)
        let sensors = try #require(document["sensors"] as? [[String: Any]])
        let bouts = try #require(sensors.first?["bouts"] as? [[String: Any]])
        let absent = try #require(bouts.first?["absent"] as? [[String: String]])
        let reasons = Dictionary(
            uniqueKeysWithValues: absent.map { ($0["figure"] ?? "", $0["reason"] ?? "") }
        )
        #expect(reasons["stepLength"] == "noLegLength" && reasons["speed"] == "noLegLength")
        #expect(reasons["swingTime"] == "noSensorOnFoot")
        #expect(bouts.first?["speed"] == nil)
        #expect(GaitText.lines(of: gait).joined().contains("--leg-length"))
    }

    @Test("takes 0.53 of the stature as the leg length, and says so")
    func stature() throws {
        let gait = try Self.gait(ofSample: "SyntheticWalk") { $0.leg = .ofStature(1.72) }
        #expect(gait.request.leg?.lengthInMetres == 0.53 * 1.72)
        let asked = try #require(try Self.document(gait)["asked"] as? [String: Any])
        #expect((asked["legLengthFrom"] as? String)?.contains("Winter 2009") == true)
        #expect(GaitText.lines(of: gait).contains { $0.contains("Winter 2009") })
    }

    @Test(
        "of a real walk with freezing is that of the sensor with a placement; the others are named"
    )
    func daphnet() throws {
        let gait = try Self.gait(ofSample: "Daphnet") {
            $0.placements = [.init(file: "trunk_motion", placement: .lowBack)]
        }
        #expect(gait.sensors.map(\.placementSource) == [.told])
        #expect(gait.left.map(\.path) == ["ankle_motion.json", "thigh_motion.json"])
        let back = try Self.back(gait)
        #expect(back.bouts.reduce(0) { $0 + $1.bout.contacts } > 100)
        #expect(back.turns.absence == .noGyroscope)
        #expect(back.freezing.compactMap(\.index.value).max().map { $0 > 3 } == true)
        #expect(back.bouts.first?.stepTimeAsymmetry.absence == .noGyroscope)
    }

    @Test("is refused if no sensor shows it, with the reason for each file")
    func nothing() throws {
        let error = #expect(throws: SessionError.self) { try Self.gait(ofSample: "Daphnet") }
        #expect(error?.what.contains("thigh_motion.json") == true)
    }

    @Test("of a session with other recorders names each file of motion as it is called")
    func otherRecorders() throws {
        let error = #expect(throws: SessionError.self) { try Self.gait(ofSample: "Tapping") }
        let what = try #require(error?.what)
        for name in ["left_motion.json", "right_motion.json"] {
            #expect(what.contains("--placement \(name)=lowBack"), "\(what)")
        }
        #expect(what.contains("left_touch.json: it has no motion"), "\(what)")
        #expect(!what.contains("nobody"), "\(what)")
    }

    @Test("refuses a placement that applies to no sensor, and names the files with their places")
    func placementOfNone() throws {
        let error = #expect(throws: SessionError.self) {
            try Self.gait(ofSample: "SyntheticWalk") {
                $0.placements = [.init(placement: .foot(.right))]
            }
        }
        #expect(error?.what.contains("lowBack_motion.json: lowBack") == true)
        #expect(error?.remedy.contains("--placement lowBack_motion.json=rightFoot") == true)
        let same = try Self.gait(ofSample: "SyntheticWalk") {
            $0.placements = [.init(placement: .lowBack)]
        }
        #expect(same.sensors.map(\.placementSource) == [.session])
    }

    @Test("refuses two places for one file, by whatever names")
    func twoPlaces() throws {
        let error = #expect(throws: SessionError.self) {
            try Self.gait(ofSample: "SyntheticWalk") {
                $0.placements = [
                    .init(file: "lowBack_motion", placement: .lowBack),
                    .init(file: "lowBack_motion.json", placement: .foot(.left)),
                ]
            }
        }
        #expect(
            error?.what
                == "lowBack_motion and lowBack_motion.json are one file, lowBack_motion.json, with two places"
        )
    }

    @Test("at a foot has strides in the document and in the text")
    func foot() throws {
        let readings = try MadeWalk.readings(of: .rightFoot, seconds: 40)
        let session = try MotionSession(MadeWalk.records(readings)) {
            $0.files[0].placement = "right foot"
        }
        let gait = try Self.gait(of: session)
        #expect(gait.sensors.map(\.placement) == [.foot(.right)])
        let document = try Self.document(gait)
        let sensors = try #require(document["sensors"] as? [[String: Any]])
        let bouts = try #require(sensors.first?["bouts"] as? [[String: Any]])
        let length = try #require(bouts.first?["strideLength"] as? [String: Any])
        #expect(abs(try #require(length["meanInMetres"] as? Double) - 1.32) < 0.03)
        let strides = try #require(bouts.first?["strides"] as? [[String: Any]])
        #expect(strides.count > 20 && strides[3]["toeOffInSeconds"] is Double)
        #expect(GaitText.lines(of: gait).contains { $0.contains("stride length") })
    }

    @Test("at a foot without a gyroscope is refused, with the reason")
    func footWithoutGyroscope() throws {
        let readings = try MadeWalk.readings(of: .leftFoot, seconds: 5)
        let session = try MotionSession(MadeWalk.records(readings, withGyroscope: false)) {
            $0.files[0].placement = "leftFoot"
        }
        let error = #expect(throws: SessionError.self) { try Self.gait(of: session) }
        #expect(error?.what.contains("no gyroscope") == true)
    }

    @Test("of a single sensor with unknown placement is assumed to be the low back's, and says so")
    func assumed() throws {
        let readings = try MadeWalk.readings(seconds: 20)
        let session = try MotionSession(MadeWalk.records(readings, withGyroscope: false))
        let gait = try Self.gait(of: session)
        #expect(gait.sensors.map(\.placementSource) == [.assumed])
        #expect(gait.sensors.first?.hasGyroscope == false)
        #expect(GaitText.lines(of: gait).joined(separator: " ").contains("assumed"))
    }

    @Test("says what a repair has left out of a file, which the file does not show")
    func repaired() throws {
        let readings = try MadeWalk.readings(seconds: 20)
        let session = try MotionSession(MadeWalk.records(readings)) { manifest in
            manifest.recovered = [
                SessionManifest.Recovery(
                    path: manifest.files[0].path,
                    original: nil,
                    date: manifest.startDate,
                    recordsKept: 4000,
                    bytesLost: 85,
                    message: "the end of the file was torn",
                    recordsLost: 2454
                )
            ]
        }
        let gait = try Self.gait(of: session)
        let words = "what a repair had to leave out: the end of the file was torn"
        #expect(gait.left.map(\.why) == [words])
        #expect(GaitText.lines(of: gait).joined(separator: " ").contains("torn"))
        let left = try #require(try Self.document(gait)["left"] as? [[String: Any]])
        #expect(left.first?["why"] as? String == words)
    }

    @Test("has less confidence in a bout with missing readings, and says how many")
    func losses() throws {
        var readings = try MadeWalk.readings(seconds: 60)
        readings.removeAll { $0.nanosecondsFromStart / 10_000_000 % 20 == 7 }
        let gait = try Self.gait(
            of: try MotionSession(MadeWalk.records(readings)) {
                $0.files[0].sensors = Self.measured(95)
            }
        )
        let sensor = try #require(gait.sensors.first)
        #expect(abs(sensor.lostShare - 0.05) < 0.005)
        let bout = try #require(try Self.back(gait).bouts.first)
        #expect(abs(bout.bout.lostShare - 0.05) < 0.01)
        #expect(bout.stepTime.confidence == .fair)
        #expect(GaitText.lines(of: gait).contains { $0.hasSuffix(" missing, fair data") })
    }

    /// The manifest's entries for the two sensors of a finished session.
    private static func measured(_ rate: Double) -> [SessionManifest.Sensor] {
        ["accelerometer", "gyro"].map {
            SessionManifest.Sensor(sensorType: $0, samples: 5000, measuredRateInHertz: rate)
        }
    }

    @Test("uses the rate of the readings, however long the recording was paused")
    func paused() throws {
        var readings = try MadeWalk.readings(seconds: 60)
        readings.removeAll { 1..<2 ~= $0.nanosecondsFromStart / 30_000_000_000 }
        var last = try #require(readings.last)
        last.nanosecondsFromStart = 600_000_000_000
        var end = last
        end.nanosecondsFromStart += 10_000_000
        let session = try MotionSession(MadeWalk.records(readings + [last, end])) {
            $0.files[0].sensors = Self.measured(5)
        }
        let sensor = try #require(try Self.gait(of: session).sensors.first)
        #expect(sensor.rateInHertz == 100)
        #expect(sensor.lostShare > 0.9)
    }

    @Test("is refused for readings that have the arrival times of batches", arguments: [0, 20])
    func arrivals(apart: Int64) throws {
        var readings = try MadeWalk.readings(seconds: 20)
        for index in readings.indices {
            let batch = Int64(index / 10)
            readings[index].nanosecondsFromStart =
                batch * 100_000_000 + Int64(index % 10) * apart * 1000
        }
        let session = try MotionSession(MadeWalk.records(readings)) {
            $0.devices = [
                SessionManifest.Device(name: "x", kind: "x", clock: "x", set: ["rate": "100"])
            ]
        }
        let error = #expect(throws: SessionError.self) { try Self.gait(of: session) }
        #expect(error?.what.contains("in batches") == true)
        let sensor = try #require(session.motion.sensors.first)
        #expect(try abs(session.motion.reader(of: sensor).rateInHertz - 100) < 5 || apart == 0)
    }

    @Test("does not count other steps as missing time, and has each visit of a step")
    func visits() throws {
        let readings = try MadeWalk.readings(seconds: 120, standing: 120)
        let session = try MotionSession(
            MadeWalk.records(readings) { 30..<80 ~= $0 ? "task/rest" : "task/stand" }
        )
        let gait = try Self.gait(of: session) { $0.step = "stand" }
        #expect(gait.sensors.first?.lostShare == 0)
        let standing = try Self.back(gait).standing
        #expect(standing.map { ($0.time.lowerBound / 10).rounded() } == [0, 8])
        #expect(standing.map { ($0.time.upperBound / 10).rounded() } == [3, 12])
        #expect(standing.allSatisfy { $0.sway.value != nil })
    }

    @Test("uses the session's placement unless the request names the file, and says how")
    func knownPlace() throws {
        let readings = try MadeWalk.readings(seconds: 20)
        let session = try MotionSession(MadeWalk.records(readings)) {
            $0.files[0].placement = "wrist"
        }
        let error = #expect(throws: SessionError.self) {
            try Self.gait(of: session) { $0.placements = [.init(placement: .lowBack)] }
        }
        #expect(error?.remedy.contains("--placement motion.json=lowBack") == true)
        let named = try Self.gait(of: session) {
            $0.placements = [.init(file: "motion", placement: .lowBack)]
        }
        #expect(named.sensors.map(\.placementSource) == [.told])
    }

    @Test("assumes no placement if there are several sensors")
    func several() throws {
        let readings = try MadeWalk.readings(seconds: 20)
        let session = try MotionSession(MadeWalk.records(readings))
        let (manifest, other) = ("\(session.path)/manifest.json", "\(session.path)/other.json")
        try FileManager.default.copyItem(atPath: "\(session.path)/motion.json", toPath: other)
        var changed = try SessionManifest(
            decoding: [UInt8](Data(contentsOf: URL(filePath: manifest))),
            where: manifest
        )
        changed.files.append(changed.files[0])
        changed.files[1].path = "other.json"
        changed.files[1].identifier = "other"
        changed.files[1].placement = "lowBack"
        try Data(changed.encoded()).write(to: URL(filePath: manifest))
        let gait = try SessionGait(
            of: SessionMotion(opening: session.path, to: "analyse it"),
            GaitRequest()
        )
        #expect(gait.sensors.map(\.placement) == [.lowBack])
        #expect(gait.left.first?.why.contains("does not say where it was") == true)
    }

    @Test("uses the recorded leg length unless the request has one, and says so")
    func recordedLeg() throws {
        let readings = try MadeWalk.readings(seconds: 20)
        let session = try MotionSession(MadeWalk.records(readings)) {
            var device = SessionManifest.Device(name: "x", kind: "x", clock: "x", set: [:])
            device.details["legLength"] = "0.92"
            $0.devices = [device]
            $0.files[0].device = 0
        }
        let gait = try Self.gait(of: session)
        #expect(gait.sensors.first?.leg == .recorded(0.92))
        #expect(try Self.back(gait).bouts.first?.speed.value != nil)
        #expect(GaitText.lines(of: gait).contains { $0.contains("leg: 0.92 m, as the session") })
        let told = try Self.gait(of: session) { $0.leg = .measured(0.8) }
        #expect(told.sensors.first?.leg == .measured(0.8))
    }

    @Test("without any sensor is refused, with the reason, whatever file is named")
    func noSensor() throws {
        let session = try MotionSession(
            "{\"uptime\":0,\"sensorType\":\"gravity\",\"x\":0,\"y\":0,\"z\":1}"
        )
        let error = #expect(throws: SessionError.self) {
            try Self.gait(of: session) {
                $0.placements = [.init(file: "trunk", placement: .lowBack)]
            }
        }
        #expect(error?.what.contains("accelerometer or a gyroscope") == true)
    }

    @Test("can be limited to a time range or to one step")
    func selected() throws {
        let readings = try MadeWalk.readings(seconds: 40)
        let session = try MotionSession(
            MadeWalk.records(readings) { $0 < 20 ? "task/first" : "task/second" }
        )
        let from = try Self.gait(of: session) { ($0.from, $0.to) = (10, 25) }
        let time = try #require(from.sensors.first?.time)
        #expect(abs(time.lowerBound - 10) < 0.011 && abs(time.upperBound - 25) < 0.011)
        let step = try Self.gait(of: session) { $0.step = "second" }
        #expect(try #require(step.sensors.first?.time?.lowerBound) >= 20)
        let error = #expect(throws: SessionError.self) {
            try Self.gait(of: session) { $0.step = "third" }
        }
        #expect(error?.remedy.contains("task/first, task/second") == true)
        #expect(throws: SessionError.self) {
            try Self.gait(of: session) {
                $0.placements = [.init(file: "foot.json", placement: .lowBack)]
            }
        }
    }

    @Test("is empty, without a crash, if times run backward or jump by years")
    func hostile() throws {
        let session = try MotionSession(
            """
            {"uptime":1,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":1.01,"sensorType":"accelerometer","x":1e300,"y":-1e300,"z":1e300},
            {"uptime":0.5,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":1.02,"sensorType":"accelerometer","x":0,"z":1},
            {"uptime":1.03,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":300000000,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":300000000.01,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":8999999999,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":8999999999.5,"sensorType":"accelerometer","x":0,"y":0,"z":1}
            """
        ) {
            $0.devices = [
                SessionManifest.Device(name: "x", kind: "x", clock: "x", set: ["rate": "100"])
            ]
        }
        let gait = try Self.gait(of: session)
        #expect(try Self.back(gait).bouts.isEmpty)
        #expect(!(try Self.document(gait)).isEmpty)
        #expect(!GaitText.lines(of: gait).isEmpty)
    }

    @Test(
        "has no null in its document, and after the first no line over 100 characters",
        arguments: [nil, 0.9]
    )
    func form(leg: Double?) throws {
        let gait = try Self.gait(ofSample: "Daphnet") {
            $0.placements = [.init(file: "trunk_motion", placement: .lowBack)]
            $0.leg = leg.map(GaitRequest.Leg.measured)
        }
        let json = GaitDocument(of: gait, by: (name: "test", version: "1")).json
        #expect(!Self.hasNull(json))
        for line in GaitText.lines(of: gait).dropFirst() { #expect(line.count <= 100, "\(line)") }
    }

    private static func hasNull(_ value: JSONValue) -> Bool {
        switch value {
        case .null: true
        case .array(let values): values.contains(where: hasNull)
        case .object(let members): members.values.contains(where: hasNull)
        case .boolean, .integer, .unsigned, .number, .string: false
        }
    }
}

// Reads the motion of the sample sessions, and of records that the tests write by hand.

import Foundation
import Gait
import MotionRecorder
import SessionFolder
import Testing

@testable import SessionAnalysis

@Suite("The motion of a session")
struct MotionReaderTests {
    private static func motion(ofSample name: String) throws -> SessionMotion {
        try SessionMotion(opening: "\(MotionSession.samples)/\(name)", to: "analyse it")
    }

    private func readings(
        _ records: String,
        at base: MotionReader.Base = .acceleration,
        without unwanted: Set<MotionSensorType> = []
    ) throws -> (readings: [MotionReading], reader: MotionReader) {
        let session = try MotionSession(records)
        let sensor = try #require(session.motion.sensors.first)
        let reader = try session.motion.reader(of: sensor, at: base, without: unwanted)
        var readings: [MotionReading] = []
        while let reading = try reader.next() { readings.append(reading) }
        return (readings, reader)
    }

    @Test("has the sensor of the synthetic sample, with placement, device, types and rate")
    func sensorsOfWalk() throws {
        let motion = try Self.motion(ofSample: "SyntheticWalk")
        #expect(motion.sensors.map(\.file.path) == ["lowBack_motion.json"])
        let sensor = try #require(motion.sensors.first)
        #expect(sensor.placement == .lowBack)
        #expect(sensor.device?.kind == "synthetic")
        #expect(sensor.types == [.accelerometer, .gyro, .magnetometer])
        #expect(sensor.rateInHertz(of: .gyro) == 100)
        #expect(sensor.acceleration == .measured)
    }

    @Test("has the three sensors of the Daphnet sample, which have no gyroscope")
    func sensorsOfDaphnet() throws {
        let motion = try Self.motion(ofSample: "Daphnet")
        #expect(motion.sensors.map(\.placement) == [.foot(nil), .other("thigh"), .other("trunk")])
        #expect(motion.sensors.allSatisfy { $0.rotation == nil && $0.magneticField == nil })
    }

    @Test("is read completely: each acceleration with rotation and field at its instant")
    func whole() throws {
        let motion = try Self.motion(ofSample: "SyntheticWalk")
        let sensor = try #require(motion.sensors.first)
        let reader = try motion.reader(of: sensor)
        let first = try #require(try reader.next())
        #expect(first.instant == 3_600_000_000_000)
        #expect(first.seconds == 0)
        #expect(!first.isBehindGap)
        #expect(
            first.acceleration
                == SIMD3(0.9973966770789675, -0.005660376901500172, 0.15487189642122584)
        )
        #expect(
            first.rotation
                == SIMD3(-0.001285501852628881, -0.005930478497240181, 0.0022330667841760935)
        )
        #expect(
            first.magneticField
                == SIMD3(-42.16306299964281, -11.354975661339472, -21.823338317175086)
        )
        var count = 1
        while let reading = try reader.next() {
            count += 1
            #expect(reading.acceleration != nil && reading.rotation != nil)
            #expect(reading.magneticField != nil && !reading.isBehindGap)
        }
        #expect(count == 1000)
        #expect(reader.rateInHertz == 100)
        #expect(reader.leftOut.count == 0)
        #expect(reader.course.steps.map(\.path) == ["lowBack_motion"])
        #expect(reader.course.marks.map(\.name).first == "start")
    }

    @Test("has no values of a type that is not wanted")
    func without() throws {
        let all = try readings(
            """
            {"uptime":0,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":0,"sensorType":"gyro","x":1,"y":2,"z":3}
            """,
            without: [.gyro]
        ).readings
        #expect(all.map(\.rotation) == [nil])
    }

    @Test(
        "is interpolated between two readings; the nearest one counts for half a period at an end"
    )
    func merged() throws {
        let all = try readings(
            """
            {"uptime":0.000,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":0.004,"sensorType":"gyro","x":1,"y":0,"z":0},
            {"uptime":0.010,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":0.014,"sensorType":"gyro","x":2,"y":0,"z":0},
            {"uptime":0.020,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":0.030,"sensorType":"accelerometer","x":0,"y":0,"z":1}
            """
        ).readings
        #expect(all.map { $0.rotation?.x } == [1, 1.6, nil, nil])
    }

    @Test("is not interpolated across a recorded loss, and says where readings are missing")
    func loss() throws {
        let all = try readings(
            """
            {"uptime":0.000,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":0.001,"sensorType":"gyro","x":1,"y":0,"z":0},
            {"uptime":0.010,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":0.010,"sensorType":"gyro","lost":1,"reason":"device"},
            {"uptime":0.018,"sensorType":"gyro","x":2,"y":0,"z":0},
            {"uptime":0.020,"sensorType":"accelerometer","lost":1,"reason":"device"},
            {"uptime":0.030,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":0.040,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":0.050,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":0.110,"sensorType":"accelerometer","x":0,"y":0,"z":1}
            """
        ).readings
        #expect(all.map(\.isBehindGap) == [false, false, true, false, false, true])
        #expect(all.map { $0.rotation?.x } == [1, nil, nil, nil, nil, nil])
    }

    @Test("is read at the gyroscope's instants if requested")
    func atRotation() throws {
        let all = try readings(
            """
            {"uptime":0.000,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":0.005,"sensorType":"gyro","x":1,"y":0,"z":0},
            {"uptime":0.010,"sensorType":"accelerometer","x":0,"y":0,"z":2},
            {"uptime":0.015,"sensorType":"gyro","x":1,"y":0,"z":0}
            """,
            at: .rotation
        ).readings
        #expect(all.map(\.instant) == [5_000_000, 15_000_000])
        #expect(all.map { $0.acceleration?.z } == [1.5, 2])
    }

    @Test("adds gravity and user acceleration if a phone has separated them")
    func sum() throws {
        let (all, _) = try readings(
            """
            {"uptime":0.00,"sensorType":"gravity","x":0,"y":0,"z":1},
            {"uptime":0.00,"sensorType":"userAcceleration","x":0.5,"y":0,"z":0.25},
            {"uptime":0.00,"sensorType":"rotationRate","x":1,"y":0,"z":0},
            {"uptime":0.01,"sensorType":"gravity","x":0,"y":0,"z":1},
            {"uptime":0.01,"sensorType":"userAcceleration","x":0,"y":0,"z":0}
            """
        )
        #expect(all.map(\.acceleration) == [SIMD3(0.5, 0, 1.25), SIMD3(0, 0, 1)])
        #expect(all.map { $0.rotation?.x } == [1, nil])
    }

    @Test("is read in order of time; impossible records are dropped and counted")
    func hostile() throws {
        let (all, reader) = try readings(
            """
            {"uptime":1.00,"sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":1.01,"sensorType":"accelerometer","x":0,"y":0,"z":2},
            {"uptime":1.005,"sensorType":"accelerometer","x":0,"y":0,"z":9},
            {"uptime":1e300,"sensorType":"accelerometer","x":0,"y":0,"z":9},
            {"sensorType":"accelerometer","x":0,"y":0,"z":9},
            {"uptime":1.02,"sensorType":"accelerometer","x":1,"z":9},
            {"uptime":8e9,"sensorType":"accelerometer","x":0,"y":0,"z":9},
            {"uptime":1.03,"sensorType":"accelerometer","x":1e308,"y":0,"z":3},
            {"uptime":-8e9,"sensorType":"accelerometer","x":0,"y":0,"z":9}
            """
        )
        #expect(all.map { $0.acceleration?.z } == [1, 2, 3])
        #expect(all.last?.isBehindGap == true)
        #expect(
            reader.leftOut == MotionLeftOut(late: 2, ahead: 1, withoutTime: 2, withoutValues: 1)
        )
    }

    @Test("has a task's steps with their times, and its marks")
    func course() throws {
        let (all, reader) = try readings(
            """
            {"uptime":5.0,"stepPath":"task/walk","marker":"start"},
            {"uptime":5.0,"stepPath":"task/walk","sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":5.5,"stepPath":"task/stand"},
            {"uptime":6.0,"stepPath":"task/stand","sensorType":"accelerometer","x":0,"y":0,"z":1},
            {"uptime":6.5,"stepPath":"task/stand","marker":"cough"}
            """
        )
        #expect(all.map(\.stepPath) == ["task/walk", "task/stand"])
        #expect(
            reader.course.steps == [
                MotionCourse.Step(path: "task/walk", start: 5_000_000_000, end: 5_500_000_000),
                MotionCourse.Step(path: "task/stand", start: 5_500_000_000, end: nil),
            ]
        )
        #expect(reader.course.steps.last?.name == "stand")
        #expect(reader.course.marks.map(\.name) == ["start", "cough"])
    }

    @Test("is refused without a session, and leaves out a file without sensors")
    func refused() throws {
        #expect(throws: SessionError.self) {
            try SessionMotion(opening: "/nowhere", to: "analyse it")
        }
        let session = try MotionSession(
            """
            {"uptime":0,"sensorType":"gravity","x":0,"y":0,"z":1}
            """
        )
        #expect(session.motion.sensors.isEmpty)
        #expect(session.motion.left.map(\.path) == ["motion.json"])
    }
}

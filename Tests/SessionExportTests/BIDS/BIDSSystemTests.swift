// Groups the sensors of a file into tracking systems.

import Testing

@testable import SessionExport

@Suite("Tracking systems of BIDS")
struct BIDSSystemTests {
    private func sensor(
        _ name: String,
        every period: Int,
        of count: Int = 10_000,
        from first: Int = 0,
        rate: Double? = nil,
        without isMissing: (Int) -> Bool = { _ in false }
    ) -> BIDSSensor {
        var sensor = BIDSSensor(name: name, columns: ["x", "y", "z"], nominalRate: rate)
        for index in 0..<count where !isMissing(index) {
            let instant = Int64(first + index * period)
            sensor.instants.note(instant)
            (sensor.first, sensor.last) = (min(sensor.first, instant), max(sensor.last, instant))
        }
        return sensor
    }

    private func labels(_ sensors: [BIDSSensor], among others: [String] = []) -> [[String]] {
        BIDSSystem.systems(of: sensors, labelled: "imu", among: others).map {
            [$0.label] + $0.sensors.map(\.name)
        }
    }

    @Test("contain the sensors that are read together, with or without losses")
    func together() {
        let gyro = sensor("gyro", every: 10) { $0 % 5 == 0 }
        #expect(
            labels([sensor("accelerometer", every: 10), gyro]) == [
                ["imu", "accelerometer", "gyro"]
            ]
        )
    }

    @Test("separate sensors with different instants, measured rates or requested rates")
    func apart() {
        let own = sensor("gyro", every: 10, from: 3)
        let slow = sensor("magnetometer", every: 20, of: 5000)
        #expect(
            labels([sensor("accelerometer", every: 10), own, slow]) == [
                ["imuAccelerometer", "accelerometer"], ["imuGyro", "gyro"],
                ["imuMagnetometer", "magnetometer"],
            ]
        )
        let asked = [
            sensor("accelerometer", every: 10, rate: 100), sensor("gyro", every: 10, rate: 104),
        ]
        #expect(labels(asked).count == 2)
        #expect(labels([asked[0], sensor("gyro", every: 10)]).count == 1)
    }

    @Test("have labels that no other one of the session has")
    func labelled() {
        let one = [sensor("gyro", every: 10)]
        #expect(labels(one, among: ["Imu"]) == [["imux2", "gyro"]])
        let two = one + [sensor("accelerometer", every: 7)]
        #expect(labels(two, among: ["imuGyro"]).map(\.first) == ["imuGyrox2", "imuAccelerometer"])
    }

    @Test("have the latency first, then each sensor's columns")
    func columns() {
        let system = BIDSSystem(
            label: "imu",
            sensors: [sensor("gyro", every: 10, from: 5), sensor("hr", every: 10, from: 2)]
        )
        #expect(
            system.channels.map(\.name) == [
                "latency", "gyro_x", "gyro_y", "gyro_z", "hr_x", "hr_y", "hr_z",
            ]
        )
        #expect(system.onset == 2 && system.end == 99_995)
    }

    @Test("are told apart by a small part of their instants")
    func sketch() {
        var (all, half, none) = (InstantSketch(), InstantSketch(), InstantSketch())
        for instant: Int64 in 0..<100_000 {
            all.note(instant)
            if instant.isMultiple(of: 2) { half.note(instant) }
            none.note(instant + 100_000)
        }
        #expect(all.share(with: all) == 1)
        #expect((0.4...0.6).contains(all.share(with: half)))
        #expect(all.share(with: half) == half.share(with: all))
        #expect(all.share(with: none) == 0)
        #expect(InstantSketch().share(with: InstantSketch()) == 0)
    }
}

import Calibration
import Foundation
import Scratch
import SessionRuns
import SystemCalls
import Testing
import Timebase

@testable import StandardRecorders

@Suite("Stored calibrations")
struct CalibrationStoreTests {
    private static let gyro = KeptCalibration(
        SensorCalibration(offset: SIMD3(0.012_345_678_901_234_5, -1e-17, 0.1)),
        date: "2026-11-28T10:00:00.000Z",
        temperatureInCelsius: 24.5,
        measurements: 7
    )

    private static func device(_ name: String = "imu at i2c-1/1-0068") -> DeviceCalibrations {
        DeviceCalibrations(device: name, sensors: [.gyro: gyro])
    }

    @Test("are read back exactly, from a folder that was created for them")
    func kept() throws {
        let scratch = try Scratch()
        let store = CalibrationStore("\(scratch.path)/a/b")
        #expect(try store.all().isEmpty)
        #expect(try store.known().isEmpty)
        let path = try store.keep(Self.device())
        #expect(path.hasPrefix("\(scratch.path)/a/b/imu_at_i2c_1_1_0068-"))
        #expect(try store.all() == [Self.device()])
        #expect(try store.known() == ["imu at i2c-1/1-0068": [.gyro: Self.gyro]])
    }

    @Test("of a sensor replace its previous one, and keep those of the device's other sensors")
    func merged() throws {
        let scratch = try Scratch()
        let store = CalibrationStore(scratch.path)
        _ = try store.keep(Self.device())
        var other = Self.gyro
        other.calibration.matrix = AxisMatrix(scale: SIMD3(1.01, 0.99, 1))
        _ = try store.keep(
            DeviceCalibrations(device: "imu at i2c-1/1-0068", sensors: [.accelerometer: other])
        )
        var newer = Self.gyro
        newer.date = "2027-01-01T00:00:00.000Z"
        _ = try store.keep(
            DeviceCalibrations(device: "imu at i2c-1/1-0068", sensors: [.gyro: newer])
        )
        #expect(
            try store.all() == [
                DeviceCalibrations(
                    device: "imu at i2c-1/1-0068",
                    sensors: [.accelerometer: other, .gyro: newer]
                )
            ]
        )
    }

    @Test("of devices with similar names are kept apart")
    func alike() throws {
        let scratch = try Scratch()
        let store = CalibrationStore(scratch.path)
        let names = [
            "imu at a/b", "imu at a.b", "imu at a b", "../../etc/passwd",
            String(repeating: "x", count: 999),
        ]
        for name in names { _ = try store.keep(Self.device(name)) }
        #expect(try store.all().map(\.device).sorted() == names.sorted())
        #expect(try store.delete("imu at a.b"))
        #expect(try !store.delete("imu at a.b"))
        #expect(try store.all().count == names.count - 1)
    }

    @Test(
        "are refused with a remedy if the file is not a calibration",
        arguments: [
            "", "{}", "[]", "nonsense", #"{"version":2,"device":"x","sensors":{}}"#,
            #"{"version":1,"device":"","sensors":{}}"#,
            #"{"version":1,"device":"x","sensors":{"nose":{}}}"#,
            #"{"version":1,"device":"x","sensors":{"gyro":{"date":"d","measurements":1,"offset":[0,0,0],"matrix":[[1,0,0],[0,1,0],[0,0,0]]}}}"#,
            #"{"version":1,"device":"x","sensors":{"gyro":{"date":"d","measurements":1,"offset":[0,0,1e300],"matrix":[[1,0,0],[0,1,0],[0,0,1]]}}}"#,
            #"{"version":1,"device":"x","sensors":{"gyro":{"date":"d","measurements":1,"offset":[0,0],"matrix":[[1,0,0],[0,1,0],[0,0,1]]}}}"#,
            #"{"version":1,"device":"x","sensors":{"gyro":{"date":"d","measurements":1,"offset":[0,0,0],"matrix":[[1,0,0],[0,1,0]]}}}"#,
            #"{"version":1,"device":"x","sensors":{"gyro":{"date":"d","measurements":1,"offset":[0,0,0],"matrix":[[1,0,0],[1,1e-15,0],[0,0,1]]}}}"#,
            #"{"version":1,"device":"x","sensors":{"gyro":{"date":"d","measurements":-5,"offset":[0,0,0],"matrix":[[1,0,0],[0,1,0],[0,0,1]]}}}"#,
            #"{"version":1,"device":"x","sensors":{"gyro":{"date":"d","measurements":1,"residual":-3,"offset":[0,0,0],"matrix":[[1,0,0],[0,1,0],[0,0,1]]}}}"#,
            #"{"version":1,"device":"x","sensors":{"gyro":{"date":"d","measurements":1,"temperatureInCelsius":1e300,"offset":[0,0,0],"matrix":[[1,0,0],[0,1,0],[0,0,1]]}}}"#,
        ]
    )
    func hostile(text: String) throws {
        let scratch = try Scratch()
        try OpenFile.create("\(scratch.path)/x.json").writeAll(Array(text.utf8), at: 0)
        let store = CalibrationStore(scratch.path)
        let error = #expect(throws: RunFailure.self) { try store.known() }
        #expect(error?.description.contains("x.json: ") == true)
        #expect(error?.description.contains("delete the file, and calibrate") == true)
        #expect(error?.description.contains("The given data") == false)
    }

    @Test("are refused if a file is a link, or if two files belong to one device")
    func links() throws {
        let scratch = try Scratch()
        let store = CalibrationStore("\(scratch.path)/store")
        let path = try store.keep(Self.device())
        let bytes = try OpenFile.open(path).readAll(limit: 1 << 16)
        let copy = "\(scratch.path)/store/copy.json"
        try OpenFile.create(copy).writeAll(bytes, at: 0)
        let error = #expect(throws: RunFailure.self) { try store.all() }
        #expect(error?.description.contains("another file for the same device") == true)
        try FileSystem.remove(copy)
        #expect(try store.all().count == 1)
        let elsewhere = "\(scratch.path)/x.json"
        try OpenFile.create(elsewhere).writeAll(
            Array(Self.device("another").bytes()),
            at: 0
        )
        try FileManager.default.createSymbolicLink(
            atPath: "\(scratch.path)/store/x.json",
            withDestinationPath: elsewhere
        )
        let link = #expect(throws: RunFailure.self) { try store.all() }
        #expect(link?.description.contains("take it out of the folder") == true)
    }

    @Test("have a folder that can be checked in advance, and that one process at a time writes to")
    func prepared() throws {
        let scratch = try Scratch()
        let store = CalibrationStore("\(scratch.path)/a/b")
        try store.prepare()
        #expect(try FileSystem.list("\(scratch.path)/a/b").isEmpty)
        #expect(throws: (any Error).self) { try CalibrationStore("/proc/no/x").prepare() }
        let folder = try OpenFolder.open("\(scratch.path)/a/b", ofOneOwner: true)
        #expect(try folder.tryLockExclusively())
        let busy = #expect(throws: RunFailure.self) { try store.keep(Self.device()) }
        #expect(busy?.description.contains("another footfall") == true)
        folder.unlock()
        _ = try store.keep(Self.device())
    }

    @Test("need a device that can be recognised, and a mount matrix that can be inverted")
    func obstacles() {
        var details = ["key gyro": "imu x", "key accelerometer": "imu x"]
        #expect(CalibrationFeed.obstacle(to: [.gyro, .accelerometer], in: details) == nil)
        details["mountMatrix accelerometer"] = "1, 0, 0; 0, 0, 0; 0, 0, 1"
        #expect(CalibrationFeed.obstacle(to: [.gyro], in: details) == nil)
        let mount = CalibrationFeed.obstacle(to: [.gyro, .accelerometer], in: details)
        #expect(mount?.contains("mount matrix of the accelerometer") == true)
        let nameless = CalibrationFeed.obstacle(to: [.magnetometer], in: details)
        #expect(nameless?.contains("neither a serial number nor a label") == true)
    }
}

@Suite("Notes on an outdated calibration")
struct CalibrationAgeTests {
    private static func notes(
        _ details: [String: String],
        at date: String = "2026-11-28T10:00:00.000Z"
    ) throws -> [String] {
        CalibrationAge.notes(on: details, at: try #require(TimestampText.parse(date)).instant)
    }

    @Test("appear if it is more than half a year old")
    func age() throws {
        let date = ["calibrated gyro": "2026-05-01T10:00:00.000Z"]
        #expect(try Self.notes(date, at: "2026-10-31T09:00:00.000Z").isEmpty)
        let notes = try Self.notes(date)
        #expect(notes.count == 1)
        #expect(notes.first?.contains("the gyro is 211 days old") == true)
        #expect(try Self.notes([:]).isEmpty)
        #expect(try Self.notes(["calibrated gyro": "some day"]).isEmpty)
    }

    @Test("appear if the sensor's temperature differs by more than 15 °C")
    func temperature() throws {
        var details = [
            "calibrated accelerometer": "2026-11-01T10:00:00.000Z",
            "calibrationTemperature accelerometer": "24.0", "temperature accelerometer": "38.5",
        ]
        #expect(try Self.notes(details).isEmpty)
        details["temperature accelerometer"] = "7.5"
        let notes = try Self.notes(details)
        #expect(notes.count == 1)
        #expect(notes.first?.contains("calibrated at 24.0 °C, and is at 7.5 °C now") == true)
        details["temperature accelerometer"] = "39.5"
        #expect(try Self.notes(details).first?.contains("and is at 39.5 °C now") == true)
        details["temperature accelerometer"] = "nan"
        #expect(try Self.notes(details).isEmpty)
    }
}

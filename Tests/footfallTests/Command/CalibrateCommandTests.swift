import Foundation
import Patience
import Testing

@testable import footfall

@Suite("The command that calibrates", .mayNotHang)
struct CalibrateCommandTests {
    @Test(
        "is refused where the line cannot be meant",
        arguments: [
            (["calibrate", "--types", "attitude"], "accelerometer"),
            (["calibrate", "--rest", "0.1"], "1 to 60"),
            (["calibrate", "--field", "4900"], "10 to 150"),
            (["calibrate", "--json"], "--list"),
            (["calibrate", "--list", "--device", "imu"], "--list calibrates nothing"),
            (["calibrate", "--delete", "imu", "--plain"], "--delete calibrates nothing"),
            (["calibrate", "--delete", "imu", "--list"], "cannot be used with --delete"),
            (["calibrate", "--host", "web", "--plain"], "not for a browser"),
            (["calibrate", "--lan"], "--host web"),
            (["record", "--calibrations", "x"], "add --calibrated"),
            (["record", "--source", "synthetic", "--duration", "1", "--calibrated"], "leave"),
            (["record", "--list-rates", "--calibrated"], "nothing is recorded"),
            (
                ["run", "task.json", "--auto", "--source", "synthetic", "--calibrated"],
                "no devices"
            ),
            (["run", "task.json", "--auto", "--replay", "x", "--calibrated"], "no devices"),
            (["serve", ".", "--calibrations", "x"], "add --calibrated"),
        ]
    )
    func refused(words: [String], says: String) throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(words, in: folder)
        #expect(ending.status == 2, "\(ending.errors)")
        #expect(ending.errors.contains(says), "\(ending.errors)")
    }

    @Test("lists what is kept, and deletes it by the name in that list")
    func listed() throws {
        let folder = try TemporaryFolder()
        let store = "\(folder.path)/store"
        let list = ["calibrate", "--list", "--calibrations", store]
        var ending = try ChildProcess.footfall(list, in: folder)
        #expect(ending.status == 0)
        #expect(ending.output.contains("no calibration is stored"))
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        let text = """
            {"version":1,"device":"imu at i2c-1/1-0068","sensors":{"gyro":{"date":"2026-11-28T10:00:00.000Z",\
            "measurements":7,"offset":[0.01,-0.02,0.5],"matrix":[[1,0,0],[0,1,0],[0,0,1]]}}}
            """
        try Data(text.utf8).write(to: URL(filePath: "\(store)/any.json"))
        ending = try ChildProcess.footfall(list, in: folder)
        #expect(
            ending.output.contains("imu at i2c-1/1-0068\n  gyro: offset 0.01, -0.02, 0.5 rad/s")
        )
        ending = try ChildProcess.footfall(list + ["--json"], in: folder)
        #expect(ending.output.contains(#""device":"imu at i2c-1/1-0068""#), "\(ending.output)")
        let delete = ["calibrate", "--delete", "imu at i2c-1/1-0068", "--calibrations", store]
        ending = try ChildProcess.footfall(delete, in: folder)
        #expect(ending.status == 0, "\(ending.errors)")
        ending = try ChildProcess.footfall(delete, in: folder)
        #expect(ending.status == 1)
        #expect(ending.errors.contains("--list lists those that are"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: store).isEmpty)
    }

    @Test("tells in one line where there is no such sensor, and where a kept file is none")
    func failures() throws {
        let folder = try TemporaryFolder()
        let server = try FakeIIOD("good")
        let store = "\(folder.path)/store"
        var ending = try ChildProcess.footfall(
            ["calibrate", "--uri", server.uri, "--device", "nose", "--calibrations", store],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(ending.errorLines.count == 1, "\(ending.errors)")
        #expect(ending.errors.contains("no such motion sensor; there are iio:device0 (fake_accel)"))
        ending = try ChildProcess.footfall(
            ["calibrate", "--uri", server.uri, "--types", "gyro", "--calibrations", store],
            in: folder
        )
        #expect(ending.status == 1)
        try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: URL(filePath: "\(store)/any.json"))
        ending = try ChildProcess.footfall(
            [
                "record", "--uri", server.uri, "--types", "accelerometer", "--duration", "1",
                "--calibrated", "--calibrations", store,
            ],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(ending.errorLines.count == 1, "\(ending.errors)")
        #expect(ending.errors.contains("any.json: this is no calibration of a device; delete"))
    }

    @Test("keeps nothing where it is stopped before all is found, and says so")
    func brokenOff() throws {
        let folder = try TemporaryFolder()
        let server = try FakeIIOD("handled")
        let store = "\(folder.path)/store"
        var child = try ChildProcess(
            ["calibrate", "--uri", server.uri, "--plain", "--calibrations", store],
            in: folder.path
        )
        // Of two units somebody may lay the other.
        let isNamed = child.waitForLine(containing: "FF-0007")
        #expect(isNamed)
        let isAsked = child.waitForLine(containing: "six sides")
        #expect(isAsked)
        child.send(SIGINT)
        let ending = child.ending()
        #expect(ending.status == 4, "\(ending.errors)")
        #expect(ending.errors.contains("nothing was stored"), "\(ending.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: store).isEmpty)
    }

    @Test("is refused at once where nothing could be kept")
    func unkept() throws {
        let folder = try TemporaryFolder()
        let server = try FakeIIOD("handled")
        let line = ["calibrate", "--uri", server.uri, "--plain"]
        let nowhere = try ChildProcess.footfall(
            line + ["--calibrations", "/proc/no/x"],
            in: folder
        )
        #expect(nowhere.status == 1)
        #expect(!nowhere.output.contains("six sides"), "\(nowhere.output)")
        // Of another machine, without a serial number and without a label.
        let nameless = try FakeIIOD("good")
        let ending = try ChildProcess.footfall(
            ["calibrate", "--uri", nameless.uri, "--plain", "--calibrations", "store"],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(ending.errors.contains("neither a serial number nor a label"), "\(ending.errors)")
    }

    @Test("is told of as it is to be called, where a recording has no calibration")
    func remedy() throws {
        let folder = try TemporaryFolder()
        let server = try FakeIIOD("handled")
        let line = [
            "record", "--uri", server.uri, "--types", "accelerometer,gyro", "--duration", "1",
        ]
        let ending = try ChildProcess.footfall(
            line + ["--calibrated", "--calibrations", "my store"],
            in: folder
        )
        #expect(ending.status == 1)
        #expect(
            ending.errors.contains(
                "`footfall calibrate --uri \(server.uri) --device iio:device0 --types accelerometer,gyro "
                    + "--calibrations 'my store'`"
            ),
            "\(ending.errors)"
        )
    }
}

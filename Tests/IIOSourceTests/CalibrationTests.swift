// Calibrated readings of IIO devices: what a recording has of them, what its manifest says, and that both together give
// the readings of an uncalibrated recording back.

import Calibration
import MotionRecorder
import RandomWords
import SampleStream
import SystemCalls
import Testing

@testable import IIOSource

@Suite("Calibrated readings of a device")
struct CalibratedReadingTests {
    /// How a sensor can be mounted on its board, and the board on a body.
    private static let mounts = [
        (nil, MountMatrix.identity),
        ("0, 1, 0; -1, 0, 0; 0, 0, 1", MountMatrix.identity),
        ("0, 1, 0; -1, 0, 0; 0, 0, 1", MountMatrix("0, 0, 1; 0, 1, 0; -1, 0, 0") ?? .identity),
        (nil, MountMatrix("0.8, -0.6, 0; 0.6, 0.8, 0; 0, 0, 1") ?? .identity),
        (
            "0.8, 0, -0.6; 0, 1, 0; 0.6, 0, 0.8",
            MountMatrix("0.8, -0.6, 0; 0.6, 0.8, 0; 0, 0, 1") ?? .identity
        ),
    ]

    private static func device(_ type: MotionSensorType, mount: String?) -> DeviceDescription {
        let prefix = DeviceDescription.prefix(of: type) ?? ""
        let format = ScanFormat(
            isBigEndian: false,
            isSigned: true,
            bits: 16,
            storageBits: 16,
            shift: 0,
            repeats: 1
        )
        var attributes = ["scale": "0.000598", "offset": "-12"]
        attributes["mount_matrix"] = mount
        return DeviceDescription(
            place: 0,
            id: "iio:device0",
            name: "imu",
            channels: ["x", "y", "z"].enumerated().map { place, axis in
                ChannelDescription(
                    place: place,
                    id: "\(prefix)_\(axis)",
                    scanIndex: place,
                    format: format,
                    attributeNames: ["raw"]
                )
            },
            attributes: attributes
        )
    }

    private static func kept(_ random: inout RandomWords) -> KeptCalibration {
        func vector(_ width: Double) -> SIMD3<Double> {
            SIMD3(
                .random(in: -width...width, using: &random),
                .random(in: -width...width, using: &random),
                .random(in: -width...width, using: &random)
            )
        }
        return KeptCalibration(
            SensorCalibration(
                offset: vector(0.1),
                matrix: AxisMatrix(
                    SIMD3(1, 0, 0) + vector(0.1),
                    SIMD3(0, 1, 0) + vector(0.1),
                    SIMD3(0, 0, 1) + vector(0.1)
                )
            ),
            date: "2026-11-28T10:00:00.000Z",
            measurements: 7
        )
    }

    private static func readings(
        of scans: [[Int16]],
        by decoder: ScanDecoder
    ) -> [SIMD3<Double>] {
        var found: [SIMD3<Double>] = []
        for scan in scans {
            unsafe scan.withUnsafeBytes { bytes in
                guard let start = bytes.baseAddress else { return }
                unsafe decoder.readings(of: start, at: 0) { sample in
                    found.append(SIMD3(sample.x, sample.y, sample.z))
                }
            }
        }
        return found
    }

    @Test(
        "lead back to the uncalibrated ones, to the last bit, by what the manifest says",
        arguments: UInt64(0)..<15
    )
    func undone(seed: UInt64) throws {
        var random = RandomWords(seed: seed)
        let type = MotionSensorType.raw[Int(seed % 3)]
        let (own, configured) = Self.mounts[Int(seed / 3)]
        let device = Self.device(type, mount: own)
        let kept = Self.kept(&random)
        let plain = try ScanDecoder(device, types: [type], matrix: configured)
        let calibrated = try ScanDecoder(
            device,
            types: [type],
            matrix: configured,
            calibrations: [type: kept]
        )
        let scans = (0..<3000).map { _ in
            (0..<3).map { _ in Int16.random(in: .min ... .max, using: &random) }
        }
        var preparation = DevicePreparation(device: device, types: [type], trigger: .ownBuffer)
        preparation.calibrations = [type: kept]
        var details = preparation.words(onValuesOf: type)
        details["mountMatrix \(type.rawValue)"] = device.mountMatrix(of: type)?.text
        if !configured.isIdentity { details["mountMatrix configured"] = configured.text }
        let sensor = try #require(MeasuredSensor(rawValue: type.rawValue))
        let raw = try #require(RawReadings(of: sensor, in: details))
        let expected = Self.readings(of: scans, by: plain)
        let found = Self.readings(of: scans, by: calibrated)
        #expect(found.count == 3000)
        #expect(found != expected)
        for (index, (value, reading)) in zip(found, expected).enumerated() {
            let steps = try #require(raw.steps(of: value))
            let back = try #require(raw.uncalibrated(value))
            for axis in 0..<3 {
                #expect(steps[axis] == Int64(scans[index][axis]))
                #expect(back[axis].bitPattern == reading[axis].bitPattern)
            }
        }
    }

    @Test("are the calibration applied to the chip's reading, then turned as the sensor is mounted")
    func values() throws {
        var random = RandomWords(seed: 3)
        let device = Self.device(.gyro, mount: "0, 1, 0; -1, 0, 0; 0, 0, 1")
        let kept = Self.kept(&random)
        let decoder = try ScanDecoder(
            device,
            types: [.gyro],
            matrix: .identity,
            calibrations: [.gyro: kept]
        )
        let found = try #require(Self.readings(of: [[100, -200, 300]], by: decoder).first)
        let chip = SIMD3(88, -212, 288) * 0.000598
        let value = kept.calibration.apply(to: chip)
        #expect(found == SIMD3(value.y, -value.x, value.z))
    }

    @Test("of a polled device have a conversion in the manifest, but not if it gives scaled values")
    func polled() throws {
        var device = Self.device(.accelerometer, mount: nil)
        let poll = TriggerPlan.poll(reason: "it has no buffer")
        var preparation = DevicePreparation(device: device, types: [.accelerometer], trigger: poll)
        #expect(
            preparation.words(onValuesOf: .accelerometer).keys.contains("conversion accelerometer")
        )
        for place in device.channels.indices { device.channels[place].attributeNames = ["input"] }
        preparation.device = device
        #expect(preparation.words(onValuesOf: .accelerometer).isEmpty)
    }

    @Test("are refused ahead of the recording if a sensor has no calibration, with the remedy")
    func refused() throws {
        var random = RandomWords(seed: 4)
        let device = Self.device(.gyro, mount: nil)
        let motion = MotionRequest(types: [.gyro], rateInHertz: 100)
        var request = IIORequest(motion)
        #expect(try request.calibrations(of: [.gyro], on: device).isEmpty)
        request.calibrations = [:]
        let error = #expect(throws: IIOError.self) {
            try request.calibrations(of: [.gyro], on: device)
        }
        #expect(error?.kind == .notCalibrated("gyro"))
        #expect(
            error?.description.contains("footfall calibrate --device iio:device0 --types gyro")
                == true
        )
        let all = #expect(throws: IIOError.self) {
            try request.calibrations(of: [.accelerometer, .gyro], on: device)
        }
        #expect(all?.kind == .notCalibrated("accelerometer,gyro"))
        let key = try #require(device.key(at: "local:"))
        request.calibrations = [key: [.gyro: Self.kept(&random)]]
        #expect(try request.calibrations(of: [.gyro], on: device).keys.contains(.gyro))
        #expect(throws: IIOError.self) {
            try request.calibrations(of: [.gyro, .accelerometer], on: device)
        }
    }

    @Test("send another machine's reader only the calibrations of that machine")
    func remote() throws {
        var random = RandomWords(seed: 5)
        var request = IIORequest(
            MotionRequest(types: [.gyro], rateInHertz: 100),
            uri: "ip:board"
        )
        let one = [MeasuredSensor.gyro: Self.kept(&random)]
        request.calibrations = ["imu x of ip:board": one, "imu at i2c-1/1-0068": one]
        request.tellsTemperature = true
        let bytes = try RemoteCoding.bytes(
            of: RemoteOrder.record(RemoteRequest(request), addresses: [])
        )
        guard case .record(let there, _)? = RemoteCoding.message(RemoteOrder.self, in: bytes) else {
            Issue.record("another order")
            return
        }
        let asked = there.request(uri: "ip:10.0.0.7")
        #expect(asked.calibrations == ["imu x of ip:board": one])
        #expect(asked.tellsTemperature)
        #expect(asked.machine == "ip:board")
    }

    @Test("of another machine are never kept under the name of a device of this one")
    func foreignNames() {
        var told = SourceDescription(name: "imu", kind: "iio", clock: "boottime")
        told.details = [
            "key gyro": "imu at i2c-1/1-0068", "key accelerometer": "imu x of ip:board",
            "key magnetometer": "imu x of ip:other",
        ]
        let motion = MotionRequest(types: [.gyro], rateInHertz: 100)
        let description = RemoteDescription(told)
            .description(of: IIORequest(motion, uri: "ip:board"))
        #expect(description.details["key gyro"] == nil)
        #expect(description.details["key magnetometer"] == nil)
        #expect(description.details["key accelerometer"] == "imu x of ip:board")
    }
}

@Suite("The name that identifies a device")
struct DeviceKeyTests {
    private static func key(
        label: String? = nil,
        serial: String? = nil,
        place: String? = nil,
        machine: String = "local:"
    ) -> String? {
        DeviceKey.of(
            name: "lsm6dso",
            id: "iio:device3",
            label: label,
            serial: serial,
            place: place,
            machine: machine
        )
    }

    @Test("has its serial number, else its place, else its label, else its id")
    func order() {
        #expect(
            Self.key(label: "lowBack", serial: "A7", place: "i2c-1/1-006a")
                == "lsm6dso with the serial number A7"
        )
        #expect(Self.key(label: "lowBack", place: "i2c-1/1-006a") == "lsm6dso at i2c-1/1-006a")
        #expect(Self.key(label: "lowBack") == "lsm6dso lowBack")
        #expect(Self.key() == "lsm6dso iio:device3")
    }

    @Test("of another machine's device is never that of one of this machine")
    func machine() throws {
        #expect(Self.key(label: "lowBack", machine: "ip:board") == "lsm6dso lowBack of ip:board")
        let labelled = try #require(Self.key(label: "lowBack", machine: "ip:board"))
        #expect(DeviceKey.mayBe(labelled, of: "ip:board"))
        #expect(!DeviceKey.mayBe(labelled, of: "ip:other"))
        #expect(!DeviceKey.mayBe(try #require(Self.key(serial: "A7")), of: "ip:board"))
        #expect(!DeviceKey.mayBe(try #require(Self.key()), of: "local:"))
    }

    @Test("of another machine's device needs a serial number or a label, since ids may change")
    func unknown() {
        #expect(Self.key(machine: "ip:board") == nil)
        #expect(Self.key(place: "i2c-1/1-006a", machine: "ip:board") == nil)
    }

    @Test("with a serial number is the same at every address of its machine")
    func addresses() throws {
        let key = try #require(Self.key(serial: "A7", machine: "usb:3.12.5"))
        #expect(key == Self.key(serial: "A7", machine: "ip:board"))
        #expect(key != Self.key(serial: "A7"))
        #expect(DeviceKey.mayBe(key, of: "usb:3.13.5") && DeviceKey.mayBe(key, of: "ip:other"))
        #expect(!DeviceKey.mayBe(key, of: "local:"))
    }

    @Test("has the place without the parts that change at each boot")
    func place() {
        #expect(
            DeviceKey.place(
                inTarget: "../../../devices/platform/soc/fe804000.i2c/i2c-1/1-006a/iio:device3"
            ) == "platform/soc/fe804000.i2c/i2c-1/1-006a"
        )
        func hub(_ counter: Int, _ auto: String) -> String {
            "../../../devices/pci0000:00/usb1/1-2/1-2:1.0/0003:2639:0001.000\(counter)/HID-SENSOR-200073.\(auto)/iio:device1"
        }
        let lasting = "pci0000:00/usb1/1-2/1-2:1.0/0003:2639:0001/HID-SENSOR-200073"
        for (counter, auto) in [(4, "7.auto"), (6, "12.auto")] {
            #expect(DeviceKey.place(inTarget: hub(counter, auto)) == lasting)
        }
        // Two equal devices in one hub differ in nothing else.
        let both = DeviceKey.place(inTarget: hub(4, "7.auto"), besides: [hub(4, "8.auto")])
        #expect(both?.hasSuffix("0001.0004/HID-SENSOR-200073.7.auto") == true)
        #expect(DeviceKey.place(inTarget: hub(4, "7.auto"), besides: [hub(4, "7.auto")]) == lasting)
        for text in ["", "/", "devices", "../devices/iio:device3", "elsewhere/i2c/iio:device3"] {
            #expect(DeviceKey.place(inTarget: text) == nil)
        }
    }
}

@Suite("The thermometer of a device")
struct ThermometerTests {
    private struct Attributes: AttributeReading {
        var texts: [String: String]

        func read(_ name: String, of owner: AttributeOwner) throws(IIOError) -> String {
            guard let text = texts[name] else {
                throw IIOError(.failed(call: "read", .ioError), at: "iio:device0")
            }
            return text
        }
    }

    private static func device(_ names: Set<String>, name: String = "imu") -> DeviceDescription {
        let channel = ChannelDescription(place: 3, id: "temp", attributeNames: names)
        return DeviceDescription(place: 0, id: "iio:device0", name: name, channels: [channel])
    }

    @Test("gives °C from the kernel's thousandths, scaled or raw")
    func celsius() throws {
        let scaled = Attributes(texts: ["input": "23500"])
        #expect(Thermometer.celsius(of: Self.device(["input"]), scaled) == 23.5)
        let raw = Attributes(texts: ["raw": "-120", "offset": "6400", "scale": "3.90625"])
        #expect(
            Thermometer.celsius(of: Self.device(["raw", "offset", "scale"]), raw) == 24.531_25
        )
    }

    @Test("gives nothing if there is none, it cannot be read, or the value is impossible")
    func none() {
        let hot = Attributes(texts: ["input": "900000", "raw": "nonsense"])
        #expect(Thermometer.celsius(of: Self.device(["input"]), hot) == nil)
        #expect(Thermometer.celsius(of: Self.device(["raw"]), hot) == nil)
        #expect(Thermometer.celsius(of: Self.device(["input"]), Attributes(texts: [:])) == nil)
        #expect(Thermometer.celsius(of: Self.device([]), hot) == nil)
        let hub = Attributes(texts: ["input": "20000"])
        #expect(Thermometer.celsius(of: Self.device(["input"], name: "accel_3d"), hub) == nil)
    }
}

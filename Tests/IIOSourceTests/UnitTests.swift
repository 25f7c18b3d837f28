@testable import IIOSource
import MotionRecorder
import Testing

@Suite("Units")
struct UnitTests {
    @Test("are (raw + offset) × scale, then g, rad/s or µT, each step rounded once")
    func converts() {
        let channel = ["scale": "0.000598\n", "offset": "-3"]
        let device = ["scale": "7", "offset": "9"]
        for raw in [-32768.0, -1, 0, 1, 2, 16384, 32767] {
            let g = UnitConversion(.accelerometer, channel: channel, device: device)
            #expect(g.value(raw) == ((raw + -3) * 0.000598) / 9.80665)
            let rate = UnitConversion(.gyro, channel: channel, device: device)
            #expect(rate.value(raw) == (raw + -3) * 0.000598)
            let field = UnitConversion(.magnetometer, channel: channel, device: device)
            #expect(field.value(raw) == ((raw + -3) * 0.000598) * 100)
        }
    }

    @Test("take the device's scale where the channel has none, and 1 where nobody has")
    func takesDeviceScale() {
        #expect(UnitConversion(.gyro, channel: [:], device: ["scale": "0.5"]).value(8) == 4)
        #expect(UnitConversion(.gyro, channel: [:], device: [:]).value(8) == 8)
        #expect(UnitConversion.processed(.accelerometer).value(9.80665) == 1)
    }

    @Test(
        "never take for a number what is none",
        arguments: ["", "\n", "nan", "inf", "1,5", "0x", "1 2"]
    )
    func refusesNonsense(text: String) {
        #expect(UnitConversion(.gyro, channel: ["scale": text], device: [:]).scale == 1)
    }
}

@Suite("Available rates")
struct RateTests {
    @Test(
        "give the nearest that is not below the one asked",
        arguments: [
            ("12.500 26.000 52.000 104.000 208.000", 100.0, 104.0 as Double?),
            ("12.5 26 52", 12.5, 12.5), ("12.5 26 52", 1, 12.5), ("12.5 26 52", 53, nil),
            ("208 104 26", 27, 104), ("833.333000 1666", 833.3334, 833.333),
            ("[1 1 100]", 99.5, 100), ("[1 1 100]", 0.1, 1), ("[1 1 100]", 100.5, nil),
            ("[10 0 400]", 123.4, 123.4), ("[0.5 0.25 2]", 1.1, 1.25), ("0 25 50", 10, 25),
        ]
    )
    func nearest(text: String, asked: Double, expected: Double?) throws {
        let rates = try #require(AvailableRates(text + "\n"))
        #expect(rates.nearest(notBelow: asked) == expected)
    }

    @Test(
        "are nothing else",
        arguments: ["", "\n", "fast", "12 nan", "[1 2]", "[5 1 2]", "0", "-5 10"]
    )
    func refuses(text: String) { #expect(AvailableRates(text) == nil) }

    @Test("are written as the kernel reads them")
    func text() {
        #expect(AvailableRates.text(of: 104) == "104")
        #expect(AvailableRates.text(of: 12.5) == "12.5")
        #expect(AvailableRates.text(of: 333.333333333) == "333.333333")
        #expect(AvailableRates("[1 1 100]")?.text == "1 to 100 in steps of 1")
        #expect(AvailableRates("52 26")?.text == "26, 52")
    }
}

@Suite("A channel that does not tell its units")
struct UnstatedUnitTests {
    static func channel(_ names: Set<String>, _ values: [String: String]) -> ChannelDescription {
        ChannelDescription(place: 0, id: "accel_x", attributeNames: names, attributes: values)
    }

    static let device = DeviceDescription(place: 0, id: "iio:device0")

    @Test(
        "is refused where it has a scale or an offset that cannot be read",
        arguments: ["scale", "offset"]
    )
    func refused(name: String) {
        for values in [[:], [name: "?"]] {
            let error = #expect(throws: IIOError.self) {
                try UnitConversion.of(.accelerometer, Self.channel([name], values), of: Self.device)
            }
            #expect(error?.description.contains("the \(name) of accel_x") == true)
        }
    }

    @Test("has scale 1 and offset 0 where it has neither, or those of its device")
    func plain() throws {
        let bare = try UnitConversion.of(.gyro, Self.channel(["raw"], [:]), of: Self.device)
        #expect(bare == UnitConversion(offset: 0, scale: 1, unit: .same))
        var whole = Self.device
        whole.attributes["scale"] = "0.5"
        let shared = try UnitConversion.of(.gyro, Self.channel(["raw"], [:]), of: whole)
        #expect(shared.scale == 0.5)
    }

    @Test("is refused where its mount matrix is no matrix")
    func matrix() throws {
        var device = DeviceDescription(place: 0, id: "iio:device0")
        #expect(try device.usableMountMatrix(of: .gyro).isIdentity)
        device.attributes["in_mount_matrix"] = "0, 1, 0; -1, 0, 0; 0, 0, 1"
        #expect(try device.usableMountMatrix(of: .gyro).rows[0] == [0, 1, 0])
        device.attributes["in_mount_matrix"] = "0, 1; -1"
        #expect(throws: IIOError.self) { try device.usableMountMatrix(of: .gyro) }
    }
}

import FoundationEssentials
import IIOSource
import SessionRuns
import Testing

@testable import StandardRecorders

@Suite("An input device instead of a motion sensor")
struct MotionDevicesTests {
    private static func list(_ devices: String...) throws -> IIODeviceList {
        let entries = devices.enumerated().map { number, name in
            """
            {"id":"iio:device\(number)","name":"\(name)","label":"lowBack","types":["accelerometer"],
            "ratesInHertz":{},"availableRates":{},"trigger":"none","mode":"buffered","mountMatrices":{},
            "hasTimestamps":true,"obstacles":[]}
            """
        }
        let text = """
            {"uri":"local:","machine":"","devices":[\(entries.joined(separator: ","))],"others":[]}
            """
        return try JSONDecoder().decode(IIODeviceList.self, from: Data(text.utf8))
    }

    @Test("is used without a name only if there is no motion sensor")
    func unnamed() throws {
        #expect(MotionDevices.isNone(of: nil, among: try Self.list()))
        #expect(MotionDevices.isNone(of: "", among: try Self.list()))
        #expect(!MotionDevices.isNone(of: nil, among: try Self.list("bmi160")))
    }

    @Test("is used by its name if no motion sensor has that name")
    func named() throws {
        let list = try Self.list("bmi160")
        #expect(MotionDevices.isNone(of: "Joy IMU", among: list))
        for name in ["bmi160", "BMI160", "lowback", "iio:device0", "bmi160,Joy IMU"] {
            #expect(!MotionDevices.isNone(of: name, among: list), "\(name)")
        }
    }
}

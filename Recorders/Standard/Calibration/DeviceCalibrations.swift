// The file of one device's calibrations. Another program may have written it, so it is accepted as a whole or
// refused.

package import Calibration
internal import FoundationEssentials
internal import PlainWords
internal import SessionRuns

/// The calibrations of one device's sensors.
package struct DeviceCalibrations: Sendable, Equatable {
    /// The name by which the device is recognised.
    package var device: String
    package var sensors: [MeasuredSensor: KeptCalibration]

    package init(device: String, sensors: [MeasuredSensor: KeptCalibration]) {
        self.device = device
        self.sensors = sensors
    }

    /// The version of the format.
    private static let version = 1
    /// The longest accepted device name.
    private static let longestName = 1024

    /// The file's name: the plain characters of the device's name, and a hash that makes it unique.
    var fileName: String {
        let plain = device.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                byte
            default: UInt8(ascii: "_")
            }
        }
        // FNV-1a.
        let number = device.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        let name = String(decoding: plain.prefix(80), as: UTF8.self)
        return "\(name)-\(String(number, radix: 16)).json"
    }

    /// The content of the file.
    package func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
    }

    /// Reads a file.
    ///
    /// - Throws: `RunFailure` with the remedy.
    init(of bytes: [UInt8], at path: String) throws(RunFailure) {
        let remedy = "delete the file, and calibrate the device again"
        do {
            self = try JSONDecoder().decode(DeviceCalibrations.self, from: Data(bytes))
        } catch DecodingError.dataCorrupted(let context)
            where !context.debugDescription.isEmpty && !context.codingPath.isEmpty
            && context.underlyingError == nil
        {
            throw RunFailure(
                "\(path): \(context.debugDescription); \(remedy)".printable
            )
        } catch {
            throw RunFailure("\(path): this is no calibration of a device; \(remedy)".printable)
        }
    }
}

extension DeviceCalibrations: Codable {
    private enum CodingKeys: String, CodingKey {
        case version, device, sensors
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let version = try values.decode(Int.self, forKey: .version)
        guard version == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version,
                in: values,
                debugDescription:
                    "its format has the version \(version), and this program knows version \(Self.version)"
            )
        }
        device = try values.decode(String.self, forKey: .device)
        guard !device.isEmpty, device.utf8.count <= Self.longestName else {
            throw DecodingError.dataCorruptedError(
                forKey: .device,
                in: values,
                debugDescription: "no device has such a name"
            )
        }
        sensors = try values.decode([MeasuredSensor: KeptCalibration].self, forKey: .sensors)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(Self.version, forKey: .version)
        try values.encode(device, forKey: .device)
        try values.encode(sensors, forKey: .sensors)
    }
}

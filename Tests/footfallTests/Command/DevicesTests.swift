import Foundation
import StandardRecorders
import Testing

@testable import footfall

@Suite("The list of devices")
struct DevicesTests {
    @Test("has a paragraph for each input device, after the sensors")
    func paragraphs() throws {
        let text = try report(sensors: [Self.sensor], inputs: Self.inputs).text()
        #expect(
            text == """
                local: no serial port and no sound card
                iio:device0  accel_3d
                  accelerometer, set to 100 Hz
                  buffered, trigger: its own
                  timestamps: of the kernel
                event0  Power Button
                  keys: 1 (KEY_POWER)
                  may be read by: root:input 0660
                  problem: event0: permission denied for /dev/input/event0; allow it
                event3  Virtual Foot Switch
                  keys: 17
                  touches
                  switches: 2
                  rumbles
                  at: usb-1/input0
                  serial number: 00:11
                event12  without a name
                  nothing to record
                """
        )
    }

    @Test("says why a sensor's rate is missing")
    func unaskedRate() throws {
        let sensor = Self.sensor.replacing(
            #""ratesInHertz":{"accelerometer":100}"#,
            with: #""ratesInHertz":{},"rateNote":"not asked""#
        )
        let lines = try report(sensors: [sensor]).text().split(separator: "\n")
        #expect(lines[2...3] == ["  accelerometer", "  rate: not asked"])
    }

    @Test("escapes control characters in a device's name")
    func hostile() throws {
        let hostile = Self.input("event5", #"a\u001b[2J\nb"#)
        let text = try report(sensors: [Self.sensor], inputs: [hostile]).text()
        #expect(text.contains(#"event5  a\u{1b}[2J\nb"#))
    }

    @Test("says in one sentence what is missing")
    func none() throws {
        let remedy =
            "; load the driver of the sensor, or try `footfall record --source synthetic`"
        let nothing = try report().text(hasIIO: true)
        #expect(
            nothing
                == "local: no motion sensor, no input device, no serial port and no sound card\(remedy)"
        )
        let far = try report(uri: "ip:board").text(hasIIO: false)
        #expect(far == "ip:board: no motion sensor\(remedy)")
        let keys = try report(inputs: [Self.inputs[0]]).text(hasIIO: true)
        let said =
            "local: no motion sensor, no serial port and no sound card\(remedy)\nevent0  Power Button\n"
        #expect(keys.hasPrefix(said))
        let port = #"{"path":"/dev/ttyUSB0","obstacles":[]}"#
        let serial = try report(ports: [port]).text(hasIIO: true)
        #expect(
            serial.hasPrefix(
                "local: no motion sensor, no input device and no sound card\(remedy)\n/dev"
            )
        )
        let card = #"{"card":"hw:1,0","obstacles":[]}"#
        let sensor = try report(sensors: [Self.sensor], cards: [card]).text()
        #expect(sensor.hasPrefix("local: no serial port\niio"))
        let all = try report(sensors: [Self.sensor], ports: [port], cards: [card]).text()
        #expect(all.hasPrefix("iio:device0"))
    }

    @Test("asks whether the bus is switched on if this kernel has no IIO devices at all")
    func noBus() throws {
        let nothing = try report().text(hasIIO: false)
        #expect(nothing.contains("(there is no /sys/bus/iio): is the bus that the sensor is on"))
    }

    @Test("counts an input device that is an accelerometer as a motion sensor")
    func accelerometer() throws {
        let pad = Self.input("event5", "Pad", #""kinds":["accelerometer"]"#)
        let text = try report(inputs: [pad]).text()
        #expect(text == "local: no serial port and no sound card\nevent5  Pad\n  accelerometer")
    }

    @Test("is one JSON object: input devices, serial ports and cards beside the sensors' members")
    func json() throws {
        let data = Data(try JSONText.line(of: report(inputs: Self.inputs)).utf8)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(
            Set(object.keys) == [
                "uri", "machine", "devices", "others", "inputs", "ports", "cards",
            ]
        )
        let inputs = try #require(object["inputs"] as? [[String: Any]])
        #expect(inputs.map { $0["id"] as? String } == ["event0", "event3", "event12"])
        #expect(inputs[1]["kinds"] as? [String] == ["keys", "touches", "switches"])
        #expect(inputs[1]["uniq"] as? String == "00:11")
    }

    @Test("has a list of input devices in the JSON of this machine")
    func here() throws {
        let folder = try TemporaryFolder()
        let ending = try ChildProcess.footfall(["devices", "--json"], in: folder)
        #expect(ending.status == 0)
        let object = try JSONSerialization.jsonObject(with: Data(ending.output.utf8))
        #expect((object as? [String: Any])?["inputs"] is [Any])
    }

    // MARK: Parts

    private static let sensor = """
        {"id":"iio:device0","name":"accel_3d","types":["accelerometer"],\
        "ratesInHertz":{"accelerometer":100},"availableRates":{},"trigger":"its own",\
        "mode":"buffered","mountMatrices":{},"hasTimestamps":true,"obstacles":[]}
        """

    private static let inputs = [
        input(
            "event0",
            "Power Button",
            #""kinds":["keys"]"#,
            #""readers":"root:input 0660""#,
            keys: ["KEY_POWER"],
            obstacles: #"["event0: permission denied for /dev/input/event0; allow it"]"#
        ),
        input(
            "event3",
            "Virtual Foot Switch",
            #""kinds":["keys","touches","switches"]"#,
            #""phys":"usb-1/input0","uniq":"00:11""#,
            keys: (1...17).map { "KEY_F\($0)" },
            switches: 2,
            hasRumble: true
        ),
        input("event12", ""),
    ]

    private static func input(
        _ id: String,
        _ name: String,
        _ kinds: String = #""kinds":[]"#,
        _ others: String? = nil,
        keys: [String] = [],
        switches: Int = 0,
        hasRumble: Bool = false,
        obstacles: String = "[]"
    ) -> String {
        let members = [
            #""id":"\#(id)","name":"\#(name)""#, kinds,
            #""keys":\#(keys.count),"keyNames":\#(keys)"#,
            #""switches":\#(switches)"#,
            #""hasRumble":\#(hasRumble),"obstacles":\#(obstacles)"#,
        ]
        return "{\((members + (others.map { [$0] } ?? [])).joined(separator: ","))}"
    }

    @Test("has the serial ports of devices that send text, and obstacles")
    func ports() throws {
        let port =
            #"{"path":"/dev/ttyUSB0","name":"usb-FTDI","obstacles":["no rights; join dialout"]}"#
        let lines = try report(ports: [port]).text(hasIIO: true).split(separator: "\n").suffix(3)
        #expect(
            lines == [
                "/dev/ttyUSB0  usb-FTDI",
                "  a serial port: --lines /dev/ttyUSB0@BAUD records the lines of text that its device sends",
                "  problem: no rights; join dialout",
            ]
        )
    }

    @Test("has the sound cards that record, and obstacles")
    func cards() throws {
        let card =
            #"{"card":"hw:1,0","name":"Loopback","obstacles":["no rights; join audio"],"readers":"root:audio 0660"}"#
        let lines = try report(cards: [card]).text(hasIIO: true).split(separator: "\n").suffix(4)
        #expect(
            lines == [
                "hw:1,0  Loopback",
                "  a sound card: --microphone hw:1,0 records the sound level",
                "  may be read by: root:audio 0660",
                "  problem: no rights; join audio",
            ]
        )
    }

    private func report(
        uri: String = "local:",
        sensors: [String] = [],
        inputs: [String] = [],
        ports: [String] = [],
        cards: [String] = []
    ) throws -> DevicesReport {
        let text = """
            {"uri":"\(uri)","machine":"","others":[],"devices":[\(sensors.joined(separator: ","))],\
            "inputs":[\(inputs.joined(separator: ","))],"ports":[\(ports.joined(separator: ","))],\
            "cards":[\(cards.joined(separator: ","))]}
            """
        return try JSONDecoder().decode(DevicesReport.self, from: Data(text.utf8))
    }
}

import Arguments
import SessionRuns
import Testing

@testable import StandardRecorders

@Suite("The name of a device")
struct DeviceNameTests {
    private static func options(_ words: [String: [String]]) throws -> RecordOptions {
        try RecordOptions(ParsedArguments(command: "record", words: words))
    }

    private static func stay(_ words: [String: [String]]) throws -> [Bool] {
        try options(words).deviceNames.map { $0.remedy == nil }
    }

    @Test(
        "of a motion sensor stays with it, unless it is a number of the kernel",
        arguments: [
            ("mpu6050", true), ("left ankle", true), ("bmi088_accel,bmi088_gyro", true),
            ("device1", true), ("iio:device", true), ("events", true), ("event3x", true),
            ("iio:device0", false), ("IIO:Device12", false), ("left, iio:device1", false),
            ("event3", false), ("/dev/input/event3", false), ("/dev/iio:device1", false),
            ("", false), (" , ", false),
        ] as [(String, Bool)]
    )
    func sensor(name: String, stays: Bool) {
        #expect((DeviceName(ofSensor: name).remedy == nil) == stays)
    }

    @Test(
        "of an input device stays with it, unless it is a number of the kernel",
        arguments: [
            ("Foot Switch", true), ("usb-0000:00:14.0-1/input0", true), ("20210705", true),
            ("/dev/input/by-id/usb-Pedal-event-kbd", true),
            ("/dev/input/by-path/platform-1.usb-usb-0:1.3:1.0-event", true),
            ("event3", false), ("EVENT12", false), ("/dev/input/event3", false), ("", false),
        ] as [(String, Bool)]
    )
    func input(name: String, stays: Bool) {
        #expect((DeviceName(ofInput: name).remedy == nil) == stays)
    }

    @Test(
        "of a port stays with it, unless the kernel counts such ports",
        arguments: [
            ("/dev/serial/by-id/usb-FTDI_FT232R_USB_UART_A5-if00-port0", true),
            ("/dev/serial/by-path/platform-1.usb-usb-0:1.3:1.0-port0@9600", true),
            ("/dev/ttyS0", true), ("/dev/ttyAMA0@9600", true), ("/dev/left1", true),
            ("/dev/ttyUSB_left", true), ("./pipe", true), ("/tmp/3", true), ("-", true),
            ("tcp:ankle:7000", true), ("udp:7001", true),
            ("/dev/ttyUSB0", false), ("/dev/ttyUSB10@921600", false), ("/dev/ttyACM1", false),
            ("/dev//ttyACM1", false), ("../../dev/ttyUSB1", false), ("/dev/ttyCH343USB0", false),
            ("/dev/pts/3", false),
        ] as [(String, Bool)]
    )
    func port(name: String, stays: Bool) throws {
        #expect(try Self.stay(["lines": [name], "map": ["n,v"]]) == [stays])
    }

    @Test(
        "of a sound card stays with it only if it has the card's own name",
        arguments: [
            ("hw:CARD=PCH,DEV=0", true), ("hw:DEV=0,CARD=PCH", true), ("plughw:PCH,0", true),
            ("hw:U0x46d0x825", true), ("plug:'hw:PCH,0'", true), ("plug:SLAVE='hw:PCH,0'", true),
            ("hw:CARD=left_mic", true),
            ("hw:1", false), ("hw:1,0", false), ("hw:CARD=1,DEV=0", false), ("plughw:0,0", false),
            ("plug:'hw:1,0'", false), ("plug:hw:1", false), ("hw:CARD=Device_1", false),
            ("default", false), ("sysdefault", false), ("hw", false), ("hw:", false),
            ("hw:CARD=", false), ("hw:DEV=0", false), ("hw:,0", false), (":", false),
        ] as [(String, Bool)]
    )
    func card(name: String, stays: Bool) throws {
        #expect(try Self.stay(["microphone": [name]]) == [stays])
    }

    @Test("is missing if a motion sensor is found by its types or place alone, so it does not stay")
    func unnamed() throws {
        #expect(try Self.stay([:]) == [false])
        #expect(try Self.stay(["placement": ["leftFoot", "rightFoot"]]) == [false, false])
        let named = ["device": ["left", "right"], "placement": ["leftFoot", "rightFoot"]]
        #expect(try Self.stay(named) == [true, true])
    }

    @Test("is none for a computed walk, and stays for the gpsd of a satellite receiver")
    func others() throws {
        #expect(try Self.stay(["source": ["synthetic"]]) == [])
        #expect(try Self.stay(["gps": ["localhost"]]) == [true])
    }

    @Test("is there for each recorder, in the words of the user, with a remedy if it does not stay")
    @MainActor
    func each() throws {
        let options = try Self.options([
            "device": ["left", "iio:device1"], "input": ["event3"], "gps": ["localhost"],
            "microphone": ["hw:1"], "lines": ["/dev/ttyUSB0@9600", "udp:7001"], "map": ["n,v"],
        ])
        let names = options.deviceNames
        let words = [
            "--device left", "--device iio:device1", "--input event3", "--lines /dev/ttyUSB0@9600",
            "--lines udp:7001", "--gps localhost:2947", "--microphone hw:1",
        ]
        #expect(Set(names.map(\.words)) == Set(words) && names.count == words.count)
        #expect(names.compactMap(\.remedy).count == 4)
        let plan = options.devicePlan(
            nil,
            in: "Sessions",
            for: nil,
            isCSV: false,
            marking: MarkerShares(of: [], among: nil)
        )
        #expect(plan.recorders.count == names.count)
    }
}

@testable import IIOSource
import MotionRecorder
import SystemCalls
import Testing

@Suite("The address of a context")
struct AddressTests {
    static let supported = ["local", "xml", "ip", "usb"]

    @Test(
        "is local:, ip:, usb: or xml:",
        arguments: [
            "local:", "ip:192.168.7.2", "ip:board.local:30431", "usb:", "usb:1.2.3", "xml:a b",
        ]
    )
    func good(text: String) throws {
        #expect(try ContextAddress(text, supported: Self.supported).uri == text)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "local", "local:x", "ip:", "xml:", "http://x", "IP:x", "ip:a\u{1}b", ":",
            "ip:host:99999", "ip:host:0", "ip::1", "ip:host:x",
        ]
    )
    func bad(text: String) {
        let error = #expect(throws: IIOError.self) {
            try ContextAddress(text, supported: Self.supported)
        }
        #expect(error?.kind == .badAddress)
        #expect(error?.description.contains("give local:, ip:HOST[:PORT]") == true)
    }

    @Test("names the one port that may be opened, where it is of a serial line")
    func port() throws {
        func port(_ text: String) throws -> String? {
            try ContextAddress(text, supported: ["serial", "usb", "ip"]).port
        }
        #expect(try port("serial:/dev/ttyACM0,115200,8n1n") == "/dev/ttyACM0")
        #expect(try port("serial:/dev/ttyS1") == "/dev/ttyS1")
        #expect(try port("serial:") == nil && port("serial:,9600") == nil)
        #expect(try port("usb:3.2.5") == nil && port("ip:/dev/ttyS1,9600") == nil)
    }

    @Test("begins a message with one colon", arguments: ["ip:board", "usb:"])
    func heading(text: String) {
        let messages = [
            IIOError(.badAddress, at: text).description,
            RemoteFailure(.tooMuch, at: text).description,
        ]
        let beginning = text == "usb:" ? "usb: " : "ip:board: "
        #expect(messages.allSatisfy { $0.hasPrefix(beginning) })
    }

    @Test("is recognized although the installed library lacks its backend")
    func anyBackend() throws {
        #expect(try ContextAddress("serial:/dev/ttyACM0,115200").uri.hasPrefix("serial:"))
        #expect(throws: IIOError(.badAddress, at: "192.168.7.2")) {
            try ContextAddress("192.168.7.2")
        }
    }

    @Test("by a way that the installed library has not is told apart, with those that it has")
    func unsupported() {
        let error = #expect(throws: IIOError.self) {
            try ContextAddress("serial:/dev/ttyACM0,115200", supported: Self.supported)
        }
        #expect(
            error?.description
                == "serial:/dev/ttyACM0,115200: the installed libiio has no serial: backend; it has "
                + "local: xml: ip: usb:; use local:, ip: or usb:, or install a libiio that has it"
        )
    }
}

@Suite("The errors of this module")
struct ErrorTests {
    static let kinds: [IIOError.Kind] = [
        .deviceGone, .stalled(seconds: 2), .busy(holder: "iio-sensor-prox (process 7)"),
        .notPermitted(obstacle: "/dev/iio:device0"), .noSuchDevice(wanted: "gyro", present: []),
        .connectionLost(.brokenPipe), .unreachable(.connectionRefused),
        .rateRefused(asked: 4000, available: "100"), .bufferRefused(.invalid), .noTrigger,
        .unsupportedBackend("serial", supported: ["ip"]), .badAddress, .noDescription,
        .onlyDescription,
        .notCalibrated("gyro"), .malformed("its scans"),
        .failed(call: "read raw", .ioError),
    ]

    @Test("say what, where, and how to fix it, each in its own words")
    func say() {
        var words: Set<String> = []
        for kind in Self.kinds {
            let error = IIOError(kind, at: "iio:device0")
            #expect(error.description.hasPrefix("iio:device0: "))
            #expect(error.remedy?.isEmpty == false, "\(kind)")
            words.insert(error.what)
        }
        #expect(words.count == Self.kinds.count)
    }

    @Test("keep why a buffer could not be read, or say for how long a device delivered nothing")
    func buffer() {
        let failed = IIOError(ofBuffer: .ioError, silentFor: 2, at: "iio:device0")
        #expect(failed.kind == .failed(call: "read its buffer", .ioError))
        let slow = IIOSession.longestSilence(periodInNanoseconds: 10e9)
        let stalled = IIOError(ofBuffer: .timedOut, silentFor: slow, at: "iio:device0")
        #expect(stalled.what.hasSuffix("has given nothing for 40 s"))
        #expect(IIOSession.longestSilence(periodInNanoseconds: 1e7) == 2)
    }

    @Test("name the program that holds a device, and how to be rid of the usual one")
    func holder() {
        let error = IIOError(.busy(holder: "iio-sensor-prox (process 7)"), at: "iio:device0")
        #expect(error.description.contains("process 7"))
        #expect(error.description.contains("systemctl stop iio-sensor-proxy"))
    }
}

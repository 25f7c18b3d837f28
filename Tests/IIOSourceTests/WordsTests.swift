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
        .malformed("its scans"),
        .failed(call: "read raw", .ioError),
    ]

    @Test("say what, where, and how to mend it, each in its own words")
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

    @Test("name the program that holds a device, and how to be rid of the usual one")
    func holder() {
        let error = IIOError(.busy(holder: "iio-sensor-prox (process 7)"), at: "iio:device0")
        #expect(error.description.contains("process 7"))
        #expect(error.description.contains("systemctl stop iio-sensor-proxy"))
    }
}

@Suite("What lets an ordinary user record")
struct SetupTests {
    @Test("is a rule, modules and timers for the group, and commands that put them in force")
    func contents() throws {
        let setup = IIOSetup(user: "ada", hasTimers: true)
        let rule = try #require(setup.files.first { $0.name.hasSuffix(".rules") })
        #expect(rule.text.contains("KERNEL==\"iio:device*\", GROUP=\"iio\", MODE=\"0660\""))
        #expect(rule.text.contains("cd /sys%p && chgrp -R iio buffer* scan_elements"))
        #expect(!rule.text.contains("chmod -R g=u /sys"))
        let lines = setup.commands.map { $0.words.joined(separator: " ") }
        #expect(lines.contains("usermod --append --groups iio ada"))
        #expect(lines.contains("udevadm control --reload"))
        #expect(lines.last == "systemd-tmpfiles --create /etc/tmpfiles.d/footfall-iio.conf")
        #expect(setup.files.allSatisfy { $0.text.hasSuffix("\n") })
    }

    @Test("asks for no module that the kernel has not: that would fail at every start")
    func noTimers() {
        let setup = IIOSetup(user: nil, hasTimers: false)
        #expect(setup.files.map(\.folder) == ["/etc/udev/rules.d"])
        #expect(!setup.commands.contains { $0.words[0] == "systemd-tmpfiles" })
    }

    @Test(
        "runs nothing for a name that is not plainly a user's",
        arguments: ["", "-G root", "a b", "ada;reboot", "\n", "$(id)"]
    )
    func refuses(user: String) {
        #expect(
            !IIOSetup(user: user, hasTimers: true).commands.contains { $0.words.first == "usermod" }
        )
    }
}

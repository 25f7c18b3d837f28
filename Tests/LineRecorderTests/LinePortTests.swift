import Glibc
import OtherUser
import Scratch
import SystemCalls
import Testing

@testable import LineRecorder

@Suite("The port that lines come from")
struct LinePortTests {
    @Test("is parsed from the text that a person writes")
    func kinds() throws {
        for (text, kind) in [
            ("-", .standardInput), ("/dev/ttyUSB0", .path("/dev/ttyUSB0", baud: nil)),
            ("/dev/ttyACM0@921600", .path("/dev/ttyACM0", baud: 921_600)),
            ("./pipe", .path("./pipe", baud: nil)), ("../a@b", .path("../a@b", baud: nil)),
            ("/tmp/a@1/b", .path("/tmp/a@1/b", baud: nil)), ("/a@b@300", .path("/a@b", baud: 300)),
            ("tcp:sensor.local:23", .tcp(host: "sensor.local", port: 23)),
            ("tcp:[fe80::1%2]:7000", .tcp(host: "fe80::1%2", port: 7000)),
            ("udp:5000", .udp(address: nil, port: 5000)),
            ("udp:127.0.0.1:5000", .udp(address: "127.0.0.1", port: 5000)),
            ("udp:[::1]:65535", .udp(address: "::1", port: 65_535)),
        ] as [(String, LinePort.Kind)] {
            let port = try LinePort(text)
            #expect(port.kind == kind)
            #expect(port.text == text)
        }
    }

    @Test(
        "is refused with what to write instead",
        arguments: [
            ("ttyUSB0", LinePortError.Kind.unknown), ("", .unknown), ("http://x", .unknown),
            ("/dev/ttyUSB0@1", .wrongBaud), ("/dev/ttyUSB0@99999999999999999999", .wrongBaud),
            ("tcp:host", .wrongPort), ("tcp:host:", .wrongPort), ("udp:0", .wrongPort),
            ("udp:65536", .wrongPort), ("udp:", .wrongPort), ("tcp:5000", .noHost),
            ("tcp::5000", .noHost), ("udp:[]:5000", .noHost), ("udp:::1:5000", .bareIPv6),
        ]
    )
    func errors(_ text: String, _ kind: LinePortError.Kind) {
        #expect(throws: LinePortError(kind, at: text)) { try LinePort(text) }
        let words = LinePortError(kind, at: text).description
        #expect(words.hasPrefix("'\(text)': ") && words.contains("; write "))
    }

    @Test("says what it opens to others, which is true of datagrams only")
    func openings() throws {
        for text in ["-", "/dev/ttyUSB0", "tcp:a:1"] {
            #expect(try LinePort(text).opening == nil)
        }
        #expect(
            try LinePort("udp:5000").opening
                == "UDP port 5000 of all addresses of this machine is open: anyone who reaches it by a "
                + "network can send lines into the recording"
        )
        #expect(
            try LinePort("udp:127.0.0.1:5000").opening
                == "UDP port 5000 of 127.0.0.1 is open: programs of this machine can send lines into the recording"
        )
        #expect(
            try LinePort("udp:192.0.2.1:5000").opening
                == "UDP port 5000 of 192.0.2.1 is open: anyone who reaches it can send lines into the recording"
        )
    }

    @Test("is checked for obstacles before it is opened")
    func access() throws {
        let scratch = try Scratch()
        let missing = try LinePort("\(scratch.path)/none")
        #expect(throws: LineError(.notThere, at: missing.text)) { try missing.check() }
        let path = "\(scratch.path)/port"
        #expect(unsafe mkfifo(path, 0o600) == 0)
        #expect(throws: Never.self) { try LinePort("\(path)@9600").check() }
        #expect(unsafe chmod(path, 0) == 0)
        withoutPrivileges {
            // Its folder is closed, too.
            #expect(throws: LineError(.notPermitted(nil), at: path)) {
                try LinePort(path).check()
            }
        }
        #expect(throws: LineError(.folder, at: scratch.path)) {
            try LinePort(scratch.path).check()
        }
        let file = "\(scratch.path)/lines.csv"
        try OpenFile.create(file).writeAll([], at: 0)
        #expect(throws: LineError(.plainFile, at: file)) { try LinePort(file).check() }
        for text in ["-", "tcp:nowhere.invalid:1", "udp:5000"] {
            #expect(throws: Never.self) { try LinePort(text).check() }
        }
    }

    @Test(
        "names the remedy if this user may not open it",
        .enabled(
            if: geteuid() == 0 || Environment.variable("CI") == "true",
            "only root gives files to groups"
        ),
        arguments: [
            (
                UInt32(0o660), gid_t(1),
                "join the group that has the port with `sudo usermod -aG daemon $USER`"
            ),
            (0o660, 987_654, "ask its owner for permission to read it"),
            (0o600, 1, "ask its owner for permission to read it"),
        ] as [(UInt32, gid_t, String)]
    )
    func closed(mode: UInt32, group: gid_t, remedy: String) throws {
        let scratch = try Scratch()
        let path = "\(scratch.path)/port"
        #expect(unsafe mkfifo(path, 0o600) == 0)
        #expect(unsafe chown(path, 0, group) == 0 && chmod(path, mode) == 0)
        #expect(unsafe chmod(scratch.path, 0o755) == 0)
        withoutPrivileges {
            let error = #expect(throws: LineError.self) { try LinePort(path).check() }
            #expect(error?.what == "permission denied")
            #expect(error?.remedy?.hasPrefix(remedy) == true, "\(error?.remedy ?? "")")
        }
    }

    @Test("is listed if a device is plugged into it, with the system's name for it")
    func list() throws {
        let scratch = try Scratch()
        let folder = scratch.path
        try FileSystem.makeDirectories("\(folder)/serial/by-id")
        for node in ["ttyACM0", "ttyUSB1", "ttyS0", "null"] {
            #expect(unsafe mkfifo("\(folder)/\(node)", 0o600) == 0)
        }
        #expect(unsafe symlink("../../ttyUSB1", "\(folder)/serial/by-id/usb-FTDI_42") == 0)
        let found = SerialPortList.present(in: folder).ports
        #expect(found.map(\.path) == ["\(folder)/ttyACM0", "\(folder)/ttyUSB1"])
        #expect(found.map(\.name) == [nil, "usb-FTDI_42"])
        #expect(found.map(\.obstacles) == [[], []])
        // Others may look into the folder, and open nothing there.
        #expect(unsafe chmod(folder, 0o755) == 0)
        withoutPrivileges {
            let closed = SerialPortList.present(in: folder).ports.first
            let obstacle = "permission denied; ask its owner for permission to read it"
            #expect(closed?.obstacles == [obstacle])
        }
        #expect(SerialPortList.present(in: "\(folder)/none").ports.isEmpty)
    }
}

import Glibc
import LoopbackParts
import Patience
import RecorderKinds
import SampleStream
import Scratch
import SystemCalls
import Testing
import Timebase

@testable import LineRecorder

@Suite("A source of lines", .mayNotHang)
struct LineSourceTests {
    private let now: @Sendable () -> BootInstant = { LiveTimekeeper().now }

    @Test("reads a serial port, from the first whole line until it is stopped")
    func serial() async throws {
        let other = try PseudoTerminal(columns: 80, rows: 24)
        let recording = try LineRecording(other.path + "@921600", "n,v")
        let description = try #require(try await recording.opened())
        #expect(description.details["port"] == "serial port" && description.set["baud"] == "921600")
        #expect(description.clock == "boottime" && description.details["open"] == nil)
        let before = now()
        try other.type(Array("9,9\n1,10\n2,20\n4,40\nx\n3,30\n4,40\n6,6".utf8))
        try await recording.take(atLeast: 4)
        recording.stop.drain(until: now())
        try await recording.end()
        #expect(recording.values == ["10", "20", "30", "40"] && recording.ending == "stopped")
        #expect(recording.samples.allSatisfy { $0.time >= before && $0.time <= now() })
        // On a busy machine the first line may be late, which adds a note about silence.
        #expect(
            recording.notes.filter { !$0.hasPrefix("nothing has come") } == [
                "1 line with a wrong number of columns, the first: x",
                "1 line left out that had come before",
                "1 line put in order that came too early",
            ]
        )
    }

    @Test("ends with an error if its serial port disappears, and keeps what came before")
    func gone() async throws {
        var other: PseudoTerminal? = try PseudoTerminal(columns: 80, rows: 24)
        let path = other?.path ?? ""
        let recording = try LineRecording(path, "n,v")
        _ = try await recording.opened()
        try other?.type(Array("\n0,0\n1,1\n3,3\n".utf8))
        try await recording.take(atLeast: 2)
        other = nil
        try await recording.end()
        #expect(recording.values == ["0", "1", "-1", "3"])
        #expect(
            recording.ending == "\(path): the device is gone; check its cable and its power, then "
                + "record again; what came before is kept"
        )
    }

    @Test("reads a pipe to its end, and the last line without a line end too")
    func pipe() async throws {
        let scratch = try Scratch()
        let path = scratch.path + "/pipe"
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let recording = try LineRecording(path, "v")
        let description = try #require(try await recording.opened())
        #expect(description.details["port"] == "pipe" && description.set["baud"] == nil)
        let writer = unsafe Glibc.open(path, O_WRONLY)
        #expect(unsafe write(writer, "1\n2\n3", 5) == 5)
        close(writer)
        try await recording.end()
        #expect(recording.values == ["1", "2", "3"] && recording.ending == "exhausted")
    }

    @Test("wakes at once for the end, whatever it waits for", arguments: [true, false])
    func wakes(_ isDrained: Bool) async throws {
        let other = try PseudoTerminal(columns: 80, rows: 24)
        let recording = try LineRecording(other.path, "t_us,v")
        _ = try await recording.opened()
        // A port that never gives anything is another failure.
        try other.type(Array("\n5,1\n".utf8))
        try await recording.take(atLeast: 1)
        let begin = ContinuousClock.now
        if isDrained { recording.stop.drain(until: now()) } else { recording.stop.abandon() }
        try await recording.end()
        #expect(recording.ending == "stopped")
        // The limit is generous because the machine may be busy; a read without a wakeup would never end.
        #expect(begin.duration(to: .now) < .seconds(5))
    }

    @Test("gives what was measured before the end, and nothing later")
    func drains() async throws {
        let other = try PseudoTerminal(columns: 80, rows: 24)
        let recording = try LineRecording(other.path, "t_ms,v")
        _ = try await recording.opened()
        try other.type(Array("\n1000,1\n".utf8))
        try await recording.take(atLeast: 1)
        // A line that was measured before the end may come a little behind it.
        recording.stop.drain(until: now())
        try other.type(Array("1000,2\n9000,3\n".utf8))
        try await recording.end()
        // On a very busy machine the second line comes too late.
        #expect([["1", "2"], ["1"]].contains(recording.values) && recording.ending == "stopped")
    }

    @Test("reads a connection, and says so when the other end closes it")
    func connection() async throws {
        let server = try Loopback(SOCK_STREAM)
        #expect(listen(server.number, 4) == 0)
        let recording = try LineRecording("tcp:localhost:\(server.port)", "n,v")
        let line = accept(server.number, nil, nil)
        #expect(try await recording.opened()?.details["port"] == "TCP")
        #expect(unsafe write(line, "0,0\n1,1\n", 8) == 8)
        try await recording.take(atLeast: 2)
        close(line)
        try await recording.end()
        #expect(recording.values == ["0", "1"])
        #expect(
            recording.ending
                == "tcp:localhost:\(server.port): the device has closed the connection; "
                + "check that the device still runs, then record again; what came before is kept"
        )
    }

    @Test("reads datagrams, puts them in order, and counts lost ones")
    func datagrams() async throws {
        let free = try Loopback(SOCK_DGRAM).port
        let recording = try LineRecording("udp:127.0.0.1:\(free)", "n,v")
        let description = try #require(try await recording.opened())
        #expect(
            description.details["open"]?.hasPrefix("UDP port \(free) of 127.0.0.1 is open") == true
        )
        let sender = try Loopback(SOCK_DGRAM)
        for text in ["0,0", "1,1\n2,2", "4,4", "3,3\n", "6,6", "\u{0}\u{1}", "7,7"] {
            sender.send(Array(text.utf8), to: free)
        }
        try await recording.take(atLeast: 8)
        recording.stop.drain(until: now())
        try await recording.end()
        #expect(recording.values == ["0", "1", "2", "3", "4", "-1", "6", "7"])
        #expect(recording.notes.contains("1 line of bytes that are no text, the first: \\x00\\x01"))
    }

    @Test("reports readings of the device's clock, and gives times by it")
    func clock() async throws {
        let free = try Loopback(SOCK_DGRAM).port
        let recording = try LineRecording("udp:127.0.0.1:\(free)", "t_us,n,v", rate: 1000)
        let description = try #require(try await recording.opened())
        #expect(description.clock == "device" && description.nominalRatesInHertz == [0: 1000])
        let sender = try Loopback(SOCK_DGRAM)
        let begin = now()
        for count in 0..<Int64(500) {
            while now().nanoseconds < begin.nanoseconds + count * 1_000_000 { sched_yield() }
            sender.send(Array("\(7_000_000 + count * 1000),\(count),\(count)".utf8), to: free)
        }
        let end = now().advanced(by: .milliseconds(100))
        try await recording.take(atLeast: 500)
        // The sender's silence after the end is no loss, however late the source hears of the end.
        while now() < end.advanced(by: .milliseconds(500)) {
            try await Task.sleep(for: .milliseconds(50))
        }
        recording.stop.drain(until: end)
        try await recording.end()
        #expect(recording.values == (0..<500).map { "\($0)" })
        let pairs = recording.pairs
        #expect(pairs.first?.pair.beginsStretch == true)
        #expect(pairs.allSatisfy { $0.device == "udp:127.0.0.1:\(free)" })
        let times = recording.samples.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("ends with an error if nothing that came can be recorded")
    func misfit() async throws {
        let scratch = try Scratch()
        let path = scratch.path + "/pipe"
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let recording = try LineRecording(path, "t_us,n,v")
        _ = try await recording.opened()
        let writer = unsafe Glibc.open(path, O_WRONLY)
        #expect(unsafe write(writer, "1,2\n3,4\n", 8) == 8)
        close(writer)
        try await recording.end()
        #expect(
            recording.ending == "\(path): none of 2 lines could be read: the last has 2 columns "
                + "and the map 3: 1,2; give the map a word for each column of the lines, and _ "
                + "for one that is not recorded"
        )
        let empty = try LineRecording("/dev/null", "v")
        try await empty.end()
        #expect(
            empty.ending == "/dev/null: it ended before the first line; check the program that "
                + "writes into it"
        )
    }

    @Test("reports after three seconds that nothing comes, and fails when it ends")
    func silent() async throws {
        let free = try Loopback(SOCK_DGRAM).port
        let recording = try LineRecording("udp:127.0.0.1:\(free)", "v")
        _ = try await recording.opened()
        for _ in 0..<2000 where !recording.notes.contains(where: { $0.contains("3 s after") }) {
            try await Task.sleep(for: .milliseconds(5))
        }
        #expect(recording.notes.contains("nothing has come 3 s after the port was opened"))
        recording.stop.drain(until: now())
        try await recording.end()
        let remedy =
            "check that the device is on and sends to port \(free) of 127.0.0.1, and that no "
            + "firewall is between"
        #expect(recording.ending.hasPrefix("udp:127.0.0.1:\(free): nothing has come in the "))
        #expect(recording.ending.hasSuffix("s that it was open; \(remedy)"))
    }

    @Test("refuses what is no port, in one line with the remedy")
    func refusals() async throws {
        let scratch = try Scratch()
        let file = scratch.path + "/file"
        _ = try OpenFile.create(file)
        let pipe = scratch.path + "/pipe"
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let other = try PseudoTerminal(columns: 80, rows: 24)
        let owner = try BytePort.open(other.path)
        let nobody = try Loopback(SOCK_STREAM).port
        let taken = try Loopback(SOCK_DGRAM)
        for (port, words) in [
            (
                scratch.path + "/none",
                "there is no such port; plug the device in and look with `ls /dev/ttyUSB* /dev/ttyACM* /dev/serial/by-id/`"
            ),
            (
                scratch.path,
                "this is a folder, and no port; name the port of a device, as in /dev/ttyUSB0"
            ),
            (
                pipe + ":115200",
                "'115200' is no speed; write it as a number behind an @, as in @115200"
            ),
            (
                pipe + "@fast",
                "'fast' is no speed; write it as a number behind an @, as in @115200"
            ),
            (
                file,
                "this is a file, and no port; import a file of columns with `footfall import`, or send it through standard input: give - as the port, and the file by <"
            ),
            (pipe + "@9600", "only a serial port has a speed; leave out the @ and what follows"),
            (
                other.path,
                "another program has the port; end that program, or close its serial monitor"
            ),
            (
                "tcp:127.0.0.1:\(nobody)",
                "no program listens there; start the device's program, and check the port's number"
            ),
            (
                "tcp:no-such-machine.invalid:1",
                "the name of this machine is not known; check the name, or give the address as numbers"
            ),
            (
                "udp:127.0.0.1:\(taken.port)",
                "another program listens at this port; end that program, or have the device send to another port"
            ),
            (
                "udp:192.0.2.1:5000",
                "this is no address of this machine; give one of this machine's addresses (`ip address`), or the port alone"
            ),
        ] {
            let recording = try LineRecording(port, "v")
            try await recording.end()
            #expect(recording.ending == "\(port): \(words)")
        }
        #expect(owner.kind == .serial)
    }

    @Test("names the group or rule that opens a serial port, and the program that has it")
    func denied() throws {
        let port = try LinePort("/dev/ttyUSB0@12345")
        for (group, isOpenToGroup, words) in [
            (
                "uucp", true,
                "join the group that has the port with `sudo usermod -aG uucp $USER`, then log in again"
            ),
            (
                "uucp", false,
                "no group that you could join may open it: write `SUBSYSTEM==\"tty\", "
            ),
            ("root", true, "no group that you could join may open it: write `SUBSYSTEM==\"tty\", "),
            (nil, true, "no group that you could join may open it: write `SUBSYSTEM==\"tty\", "),
        ] as [(String?, Bool, String)] {
            let rights = FileRights(group: group, isOpenToGroup: isOpenToGroup, isDevice: true)
            let error = LineError(.notPermitted(rights), at: port.text)
            #expect(error.what == "permission denied")
            #expect(error.remedy?.hasPrefix(words) == true, "\(error.remedy ?? "")")
        }
        for (call, errno, words) in [
            (
                BytePort.settingSpeed, .invalid,
                "the port cannot have 12345 baud; choose a speed that the port has, as in @115200"
            ),
            ("ioctl", .ioError, "ioctl failed: input/output error (EIO)"),
        ] as [(String, Errno, String)] {
            let error = LineError.opening(port, SystemError(call: call, errno: errno))
            #expect(error.description == "/dev/ttyUSB0@12345: \(words)")
        }
        let busy = LineError(.busy(holder: "minicom (process 7)"), at: "/dev/ttyUSB0")
        #expect(busy.what == "another program has the port: minicom (process 7)")
        for (errno, kind) in [
            (.noDevice, .gone), (.timedOut, .gone), (.connectionReset, .closed),
            (.noMemory, .failed(call: "read", .noMemory)),
        ] as [(Errno, LineError.Kind)] {
            #expect(LineError.reading(port, SystemError(call: "read", errno: errno)).kind == kind)
        }
    }
}

import Glibc
import LoopbackParts
import Patience
import Scratch
import SystemCalls
import Testing

extension BytePort {
    /// Waits for bytes, and reads until there are no more or the port ends.
    fileprivate func take(room: Int = 1 << 16) throws -> (text: String, isEnd: Bool) {
        let waking = try WakingDescriptor()
        var sleep = sleep(wokenBy: waking)
        var found: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: room)
        while true {
            let taken = try unsafe bytes.withUnsafeMutableBytes { try unsafe read(into: $0) }
            switch taken {
            case .bytes(let count): found += bytes[..<count]
            case .end: return (String(decoding: found, as: UTF8.self), true)
            case .nothing:
                guard found.isEmpty else { return (String(decoding: found, as: UTF8.self), false) }
                sleep.wait(upTo: .seconds(5))
                var look = pollfd(fd: -1, events: 0, revents: 0)
                _ = unsafe poll(&look, 0, 20)
            }
        }
    }
}

@Suite("A port to read bytes from", .mayNotHang)
struct BytePortTests {
    @Test("that is a serial port gives bytes unchanged, and ends when the other end disappears")
    func serial() throws {
        var other: PseudoTerminal? = try PseudoTerminal(columns: 80, rows: 24)
        let port = try BytePort.open(other?.path ?? "")
        #expect(port.kind == .serial)
        try other?.type(Array("forgotten\n".utf8))
        // The kernel may deliver the bytes later.
        var sleep = port.sleep(wokenBy: try WakingDescriptor())
        sleep.wait(upTo: .seconds(5))
        for baud in [9600, 115_200, 250_000, 921_600, 3_000_000] { try port.setSerial(baud: baud) }
        try other?.type(Array("a\r\n\u{3}b\u{4}\u{13}".utf8))
        let (text, isEnd) = try port.take()
        #expect(text == "a\r\n\u{3}b\u{4}\u{13}" && !isEnd)
        other = nil
        do {
            let end = try port.take()
            #expect(end.isEnd && end.text.isEmpty)
        } catch {
            #expect((error as? SystemError)?.errno == .ioError)
        }
    }

    @Test("that is a serial port belongs to one program until it is closed")
    func busy() throws {
        let other = try PseudoTerminal(columns: 80, rows: 24)
        var port: BytePort? = try BytePort.open(other.path)
        #expect(throws: SystemError(call: "open", path: other.path, errno: .busy)) {
            _ = try BytePort.open(other.path)
        }
        #expect(port?.kind == .serial)
        port = nil
        let again = try BytePort.open(other.path)
        #expect(again.kind == .serial)
    }

    @Test("that is a serial port gets its settings back when it is closed")
    func givenBack() throws {
        let other = try PseudoTerminal(columns: 80, rows: 24)
        let beside = unsafe Glibc.open(other.path, O_RDWR | O_NOCTTY)
        defer { close(beside) }
        func settings() -> [tcflag_t] {
            var found = termios()
            unsafe tcgetattr(beside, &found)
            return [found.c_iflag, found.c_oflag, found.c_cflag, found.c_lflag]
        }
        let before = settings()
        var port: BytePort? = try BytePort.open(other.path)
        try port?.setSerial(baud: 250_000)
        #expect(settings() != before)
        port = nil
        #expect(settings() == before)
    }

    @Test("that is a pipe waits for a writer, and ends when the last one has closed it")
    func pipe() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/pipe"
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let port = try BytePort.open(path)
        #expect(port.kind == .pipe)
        var byte = [UInt8](repeating: 0, count: 1)
        let before = try unsafe byte.withUnsafeMutableBytes { try unsafe port.read(into: $0) }
        #expect(before == .nothing)
        let writer = unsafe Glibc.open(path, O_WRONLY)
        #expect(unsafe write(writer, "hello", 5) == 5)
        let first = try port.take()
        #expect(first.text == "hello" && !first.isEnd)
        #expect(unsafe write(writer, "!", 1) == 1)
        close(writer)
        let last = try port.take()
        #expect(last.text == "!")
        let end = last.isEnd ? true : try port.take().isEnd
        #expect(end)
    }

    @Test("knows what kind of file it is, and whether it exists")
    func kinds() throws {
        let scratch = try Scratch()
        let path = scratch.path + "/file"
        let file = try OpenFile.create(path)
        try file.writeAll(Array("a\n".utf8), at: 0)
        let port = try BytePort.open(path)
        #expect(port.kind == .file)
        #expect(throws: SystemError(call: "open", path: path + "?", errno: .notFound)) {
            _ = try BytePort.open(path + "?")
        }
        let null = try BytePort.open("/dev/null")
        #expect(null.kind == .other)
    }

    @Test("for datagrams ends each with a line feed, and marks one that was cut off")
    func datagrams() throws {
        let port = try BytePort.datagrams(at: "127.0.0.1", port: 0)
        let sender = try Loopback(SOCK_DGRAM)
        for text in ["1,2", "3,4\n5,6", "", "7"] {
            sender.send(Array(text.utf8), to: port.portNumber)
        }
        #expect(try port.take().text == "1,2\n3,4\n5,6\n\n7\n")
        for number in 0..<50 { sender.send(Array("\(number)".utf8), to: port.portNumber) }
        let wanted = (0..<50).map { "\($0)\n" }.joined()
        #expect(try port.take(room: 16 * (BytePort.longestDatagram + 2)).text == wanted)
        let long = [UInt8](repeating: 0x61, count: BytePort.longestDatagram)
        sender.send(long, to: port.portNumber)
        #expect(try port.take().text.utf8.count == long.count + 1)
        sender.send(long + [0x62], to: port.portNumber)
        let cut = try port.take().text
        #expect(cut.hasSuffix("a\0\n") && cut.utf8.count == long.count + 2)
    }

    @Test("for datagrams is refused if it is in use, or if the address is not this machine's")
    func datagramsRefused() throws {
        let port = try BytePort.datagrams(at: nil, port: 0)
        let number = port.portNumber
        #expect(
            throws: SystemError(call: "listen at", path: "UDP port \(number)", errno: .addressInUse)
        ) {
            _ = try BytePort.datagrams(at: nil, port: number)
        }
        for address in ["192.0.2.1", "no address"] {
            let name = "\(address) UDP port 5000"
            #expect(throws: SystemError(call: "listen at", path: name, errno: .addressNotAvailable))
            {
                _ = try BytePort.datagrams(at: address, port: 5000)
            }
        }
    }

    @Test("that is a connection gives what the other end sends, and ends when that closes")
    func connection() throws {
        let server = try Loopback(SOCK_STREAM)
        #expect(listen(server.number, 4) == 0)
        let port = try BytePort.connect(
            to: "127.0.0.1",
            port: server.port,
            patience: .seconds(5),
            isGivenUp: { false }
        )
        #expect(port.kind == .connection)
        let line = accept(server.number, nil, nil)
        #expect(unsafe write(line, "1,2\n", 4) == 4)
        let text = try port.take()
        #expect(text.text == "1,2\n" && !text.isEnd)
        close(line)
        #expect(try port.take().isEnd)
    }

    @Test("that is a connection can be written to, and fails once nobody reads it")
    func writes() throws {
        let listener = try Loopback(SOCK_STREAM)
        try #require(listen(listener.number, 1) == 0)
        let port = try BytePort.connect(
            to: "127.0.0.1",
            port: listener.port,
            patience: .seconds(5),
            isGivenUp: { false }
        )
        let line = accept(listener.number, nil, nil)
        try port.write(Array("?".utf8))
        var byte: UInt8 = 0
        #expect(unsafe recv(line, &byte, 1, 0) == 1 && byte == UInt8(ascii: "?"))
        close(line)
        // The other end answers the first write with a reset, which may take a while. No signal ends this process.
        let error = #expect(throws: SystemError.self) {
            for _ in 0..<1000 {
                try port.write(Array("?".utf8))
                usleep(5000)
            }
        }
        #expect(error?.errno == .brokenPipe || error?.errno == .connectionReset)
    }

    @Test("that is a connection is refused if nobody listens")
    func refused() throws {
        let server = try Loopback(SOCK_STREAM)
        let name = "127.0.0.1 port \(server.port)"
        let refusal = SystemError(call: "connect to", path: name, errno: .connectionRefused)
        #expect(throws: refusal) {
            _ = try BytePort.connect(
                to: "127.0.0.1",
                port: server.port,
                patience: .seconds(5),
                isGivenUp: { false }
            )
        }
    }
}

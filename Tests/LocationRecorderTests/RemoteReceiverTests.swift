// A gpsd as if a network were between: read by a child process, by the same source.

import CueParts
import Foundation
import Glibc
import LoopbackParts
import Patience
import SampleStream
import SystemCalls
import Testing
import Timebase

@testable import LocationRecorder

@Suite("A gpsd of another machine", .needs(.gpsd), .serialized, .mayNotHang)
struct RemoteReceiverTests {
    /// The `footfall` that was built beside these tests serves as the child.
    private static func footfall() throws -> String {
        let tests = try FileSystem.absolutePath("/proc/self/exe")
        return (FileSystem.parent(of: tests) ?? ".") + "/footfall"
    }

    /// What the kernel says of the children that read a gpsd for this process.
    private static func statesOfChildren() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
            guard Int(name) != nil,
                let words = try? String(contentsOfFile: "/proc/\(name)/cmdline", encoding: .utf8),
                words.contains("--footfall-sandboxed-child\0\(LocationRemote.name)\0"),
                let state = try? String(contentsOfFile: "/proc/\(name)/status", encoding: .utf8),
                state.contains("PPid:\t\(getpid())\n")
            else { return nil }
            return state
        }
    }

    @Test("gives each fix, its gaps and its gpsd's return, by a child without rights")
    func fixes() async throws {
        let receiver = try RealReceiver()
        let program = try Self.footfall()
        let recording = try LocationRecording(receiver.address, childProgram: program)
        _ = try #require(try await recording.opened(), "\(recording.ending)")
        #expect(try Self.statesOfChildren().contains { $0.contains("Seccomp:\t2") })
        receiver.walk(0..<20)
        receiver.walk(20..<30, hasFix: false)
        receiver.walk(30..<40)
        try await recording.takeFixes(30)
        #expect(recording.course == ["20", "-10", "10"])
        let fixes = recording.samples.filter { $0.role == .reading }
        #expect(fixes.dropFirst(3).allSatisfy { $0.altitude == 34 })
        receiver.kill()
        try await recording.waitForNote("no fix for 3 s: gpsd has gone")
        try receiver.start()
        var second = 60
        while recording.samples.count(where: { $0.role == .reading }) < 32, second < 2000 {
            receiver.walk(second..<second + 1)
            second += 1
            try await recording.take { _ in true }
        }
        try await recording.end()
        #expect(recording.course.count == 5, "\(recording.course)")
        #expect(recording.ending == "stopped")
    }

    @Test("is refused by name where nobody listens, and where what answers is no gpsd")
    func refused() async throws {
        let port = try Loopback(SOCK_STREAM).port
        let listener = try Loopback(SOCK_STREAM)
        try #require(listen(listener.number, 4) == 0)
        let program = try Self.footfall()
        let nobody = try LocationRecording(
            try ReceiverAddress("127.0.0.1:\(port)"),
            childProgram: program
        )
        #expect(try await nobody.opened() == nil)
        #expect(nobody.ending.contains("127.0.0.1:\(port): no gpsd answers there"))
        let other = try LocationRecording(
            try ReceiverAddress("127.0.0.1:\(listener.port)"),
            childProgram: program
        )
        let line = accept(listener.number, nil, nil)
        defer { close(line) }
        let text = "HTTP/1.0 400 no\r\n\r\n{\"class\":\"TPV\",\"lat\":\n"
        _ = unsafe send(line, text, text.utf8.count, 0)
        #expect(try await other.opened() == nil)
        #expect(other.ending.contains("is no gpsd"), "\(other.ending)")
    }

    @Test("that hangs up before it says that it is one is none, and after it has gone")
    func hangsUp() async throws {
        let program = try Self.footfall()
        let other = try MadeService { line, _ in line.say("SSH-2.0-OpenSSH_9.2\r\n") }
        let none = try LocationRecording(other.address, childProgram: program)
        #expect(try await none.opened() == nil)
        #expect(none.ending.contains("is no gpsd"), "\(none.ending)")
        let made = try MadeService { line, count in
            if count == 0 { line.say(MadeService.version) }
        }
        let recording = try LocationRecording(made.address, childProgram: program)
        _ = try #require(try await recording.opened())
        try await recording.waitForNote("no fix for")
        #expect(recording.notes.first?.contains("what answers there is no gpsd") == true)
        try await recording.end()
    }

    @Test("is recorded by a program that has more than a thousand files open")
    func manyFiles() async throws {
        let receiver = try RealReceiver()
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = """
            import os, resource, sys
            most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 4096), most))
            null = os.open("/dev/null", os.O_RDONLY)
            os.set_inheritable(null, True)
            for _ in range(1100): os.set_inheritable(os.dup(null), True)
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let words = ["python3", "-c", script, try Self.footfall(), "record", "--quiet"]
        let more = ["--gps", receiver.address.text, "--duration", "8", "--output", folder.path]
        async let ending = Task.detached { try ChildProgram.run(words + more) }.value
        // gpsd takes some seconds to know a receiver, and more where the machine has other work.
        for second in 0..<600 {
            receiver.walk(second..<second + 1)
            await Task.yield()
        }
        // It says by its status that fixes are missing, as they may be at the beginning.
        let how = try await ending
        #expect(how == .exited(0) || how == .exited(3), "\(how)")
        let files =
            FileManager.default.enumerator(atPath: folder.path)?.compactMap { "\($0)" } ?? []
        let file = try #require(files.first { $0.hasSuffix("distance.json") }, "\(files)")
        let text = try String(contentsOfFile: folder.path + "/" + file, encoding: .utf8)
        #expect(text.contains("timestampUnix"))
    }

    @Test(
        "is given up at once where its child tells what no child may",
        arguments: ["nonsense", "flood", "death"]
    )
    func hostile(deed: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let deeds = [
            "nonsense":
                #"line.send(b'{"heard":{"_0":{"report":{"_0":{"mode":3,"device":"\u001b[2J"}}}}}')"#,
            "flood": "[line.send(b'{\"heard\":{\"_0\":{\"other\":{}}}}') for _ in range(100000)]",
            "death": "os.kill(os.getpid(), 11)",
        ]
        let program = folder.appending(path: "child").path
        let script = """
            #!/usr/bin/env python3
            import os, socket, time
            line = socket.socket(fileno=3)
            line.recv(65536)
            \(deeds[deed] ?? "")
            time.sleep(60)
            """
        // Another process writes the program: what this one has open to write, a child that another test starts at
        // that moment has open too, and the kernel runs no program that anybody can write.
        let text = folder.appending(path: "text").path
        try script.write(toFile: text, atomically: true, encoding: .utf8)
        let ending = try ChildProgram.run(["install", "-m", "700", text, program])
        try #require(ending == .exited(0))
        let recording = try LocationRecording(
            try ReceiverAddress("192.0.2.1"),
            childProgram: program
        )
        #expect(try await recording.opened() == nil)
        let says = deed == "death" ? "made libgps fail (signal 11)" : "sent what it never sends"
        #expect(recording.ending.contains(says), "\(recording.ending)")
        #expect(recording.ending.contains("192.0.2.1:2947"))
    }

    @Test(
        "is believed only where its words can be",
        arguments: [
            (.resolved([]), false), (.resolved(["127.0.0.1", "::1"]), true),
            (.resolved(["name"]), false), (.failed(0), false), (.failed(111), true),
            (.failed(99_999), false), (.heard(.version), true), (.ended, true),
            (.heard(.devices([.init(path: "/dev/ttyACM0", driver: "u-blox")])), true),
            (.heard(.devices([.init(path: "\u{1B}[2J", driver: "")])), false),
            (
                .heard(.devices(Array(repeating: .init(path: "a", driver: ""), count: 17))), false
            ),
            (.heard(.report(ReceiverReport(mode: 3))), true),
            (.heard(.report(ReceiverReport(device: "a\nb", mode: 3))), false),
            (.heard(.report(ReceiverReport(cycle: -1, mode: 3))), false),
            (.heard(.report(ReceiverReport(mode: 3, nanoseconds: -5))), false),
        ] as [(ReceiverWord, Bool)]
    )
    func words(word: ReceiverWord, isPossible: Bool) {
        #expect(word.isPossible == isPossible)
        let again = ReceiverCoding.message(ReceiverWord.self, in: ReceiverCoding.bytes(of: word))
        // What is no number is not equal to itself.
        #expect(again.map { "\($0)" } == "\(word)")
    }
}

import Glibc
import Patience
import Testing

@testable import SystemCalls

@Suite("A program that is followed", .mayNotHang)
struct FollowedProgramTests {
    @Test("reports its output, each line of its standard error, and how it ended")
    func gives() throws {
        var lines: [String] = []
        let found = try ChildProgram.follow(
            ["sh", "-c", "echo out; echo one >&2; printf two >&2; exit 3"],
            whileTrue: { true },
            onLine: { lines.append($0) }
        )
        #expect(found.ending == .exited(3))
        #expect(String(decoding: found.output, as: UTF8.self) == "out\n")
        #expect(lines == ["one", "two"])
        #expect(found.cut == nil)
    }

    @Test("gets exactly the environment that it is given")
    func environment() throws {
        let found = try ChildProgram.follow(
            ["env"],
            environment: ["A": "b"],
            whileTrue: { true },
            onLine: { _ in }
        )
        #expect(String(decoding: found.output, as: UTF8.self) == "A=b\n")
    }

    @Test("is killed when the caller stops it, together with a program that it has started")
    func isStopped() async throws {
        let mark = ProgramMark()
        var hasBegun = false
        let found = try ChildProgram.follow(
            ["sh", "-c", "sh -c 'sleep 1000; : \(mark)' & echo begun >&2; wait"],
            whileTrue: { !hasBegun },
            onLine: { _ in hasBegun = true }
        )
        #expect(found.ending == .killed(SIGKILL))
        #expect(found.cut == .stopped)
        try await until("the program that it has started has ended") { mark.isGone }
    }

    @Test("is followed to its own end, even if a program that it has started keeps its errors open")
    func leavesAnotherBehind() throws {
        var lines: [String] = []
        let found = try ChildProgram.follow(
            ["sh", "-c", "sleep 1000 & echo $! >&2; printf last >&2; exit 3"],
            whileTrue: { true },
            onLine: { lines.append($0) }
        )
        let other = try #require(lines.first.flatMap { pid_t($0) })
        #expect(kill(other, SIGKILL) == 0, "the other program still ran")
        #expect(found.ending == .exited(3))
        #expect(found.cut == nil)
        #expect(lines.dropFirst() == ["last"])
    }

    @Test("has written too much, too, if it has ended before that was noticed")
    func endsEarly() throws {
        let found = try ChildProgram.follow(
            ["head", "-c", "2000", "/dev/zero"],
            outputLimit: 1000,
            whileTrue: { true },
            onLine: { _ in }
        )
        #expect(found.cut == .tooMuchOutput)
        #expect(found.output.isEmpty)
    }

    @Test("is killed if it writes too much")
    func isBounded() throws {
        let found = try ChildProgram.follow(
            ["sh", "-c", "while :; do echo 0123456789; done"],
            outputLimit: 1000,
            whileTrue: { true },
            onLine: { _ in }
        )
        #expect(found.cut == .tooMuchOutput)
        #expect(found.output.isEmpty)
    }

    @Test("is reported as not found if it does not exist")
    func isMissing() {
        #expect {
            try ChildProgram.follow(["no-such-program"], whileTrue: { true }, onLine: { _ in })
        } throws: { ($0 as? SystemError)?.errno == .notFound }
    }

    @Test("has its text split into lines as it arrives, and long lines into pieces")
    func cutsLines() {
        var cutter = LineCutter()
        #expect(cutter.add(Array("a\nb".utf8)) == ["a"])
        #expect(cutter.add(Array("c\n\nd".utf8)) == ["bc"])
        #expect(cutter.finish() == ["d"])
        let long = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
        #expect(cutter.add(long).map(\.utf8.count) == [65_536])
        #expect(cutter.finish().map(\.utf8.count) == [100_000 - 65_536])
    }
}

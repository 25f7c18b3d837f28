import Glibc
import Patience
import Testing

@testable import SystemCalls

@Suite("A program that is followed", .mayNotHang)
struct FollowedProgramTests {
    @Test("gives what it writes, line by line, and how it ended")
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

    @Test("is told of its surroundings what it is to know, and nothing else")
    func environment() throws {
        let found = try ChildProgram.follow(
            ["env"],
            environment: ["A": "b"],
            whileTrue: { true },
            onLine: { _ in }
        )
        #expect(String(decoding: found.output, as: UTF8.self) == "A=b\n")
    }

    @Test("is killed with all that it has started once it is not wanted")
    func isStopped() throws {
        var hasBegun = false
        let found = try ChildProgram.follow(
            ["sh", "-c", "echo begun >&2; sleep 1000 & wait"],
            whileTrue: { !hasBegun },
            onLine: { _ in hasBegun = true }
        )
        #expect(found.ending == .killed(SIGKILL))
        #expect(found.cut == .stopped)
    }

    @Test("is killed where it writes too much")
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

    @Test("is told of where there is no such program")
    func isMissing() {
        #expect {
            try ChildProgram.follow(["no-such-program"], whileTrue: { true }, onLine: { _ in })
        } throws: { ($0 as? SystemError)?.errno == .notFound }
    }

    @Test("has its lines cut as they come, and long ones in pieces")
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

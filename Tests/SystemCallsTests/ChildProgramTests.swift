import Glibc
import Patience
import Testing

@testable import SystemCalls

@Suite("A child program", .mayNotHang)
struct ChildProgramTests {
    /// Runs a program to its end; returns how it ended, and its standard error.
    private func end(
        of words: [String],
        input: [UInt8] = [],
        killing: Bool = false
    ) throws -> (ending: Result<ChildProgram.Ending, SystemError>?, errors: String) {
        let wakeEvent = WakeEvent()
        let program = try ChildProgram.start(words, input: input, signalling: wakeEvent)
        if killing { program.kill() }
        while true {
            let signals = wakeEvent.count
            if let ending = program.ending { return (ending, program.errorText()) }
            wakeEvent.wait(since: signals)
        }
    }

    @Test("reads all of its standard input, whatever its length", arguments: [0, 5, 1_000_000])
    func readsInput(bytes: Int) throws {
        let input = [UInt8](repeating: UInt8(ascii: "x"), count: bytes)
        let (ending, errors) = try end(of: ["sh", "-c", "wc -c >&2"], input: input)
        #expect(ending == .success(.exited(0)))
        #expect(Int(errors.filter(\.isNumber)) == bytes)
    }

    @Test("gets its arguments unchanged, and its standard output is discarded")
    func argumentsAndOutput() throws {
        let words = ["sh", "-c", "echo lost; printf '%s|' \"$@\" >&2", "sh", "a b", "$HOME", "'"]
        let (ending, errors) = try end(of: words)
        #expect(ending == .success(.exited(0)))
        #expect(errors == "a b|$HOME|'|")
    }

    @Test("reports its exit status", arguments: [0, 3, 255] as [Int32])
    func status(status: Int32) throws {
        #expect(try end(of: ["sh", "-c", "exit \(status)"]).ending == .success(.exited(status)))
    }

    @Test("ends when it is killed, and can be killed again")
    func kills() throws {
        #expect(try end(of: ["sleep", "1000"], killing: true).ending == .success(.killed(9)))
        let wakeEvent = WakeEvent()
        let program = try ChildProgram.start(["true"], input: [], signalling: wakeEvent)
        while program.ending == nil {
            wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(10))
        }
        program.kill()
        #expect(program.ending == .success(.exited(0)))
    }

    @Test("has its standard error returned up to a limit")
    func errors() throws {
        let wakeEvent = WakeEvent()
        let program = try ChildProgram.start(
            ["sh", "-c", "printf abcdef >&2"],
            input: [],
            signalling: wakeEvent
        )
        while program.ending == nil {
            wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(10))
        }
        #expect(program.errorText(limit: 4) == "abcd")
        #expect(program.errorText() == "abcdef")
    }

    @Test("inherits no open file but its standard streams")
    func nothingElse() throws {
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let look = "test -e /proc/self/fd/\(ends[1]) && exit 1; test -e /proc/self/fd/2"
        #expect(try end(of: ["sh", "-c", look]).ending == .success(.exited(0)))
    }

    @Test("cannot be started if it does not exist, or if no program is named")
    func missing() {
        #expect(throws: SystemError(call: "run", path: "/no/such", errno: .notFound)) {
            try ChildProgram.start(["/no/such"], input: [], signalling: WakeEvent())
        }
        #expect(throws: SystemError(call: "run", errno: .invalid)) {
            try ChildProgram.start([], input: [], signalling: WakeEvent())
        }
    }
}

@Suite("The output of a program", .mayNotHang)
struct ProgramOutputTests {
    private func output(
        of text: String,
        most: Int = 4096,
        within limit: Duration = .seconds(300),
        isGivenUp: Bool = false
    ) throws -> (ending: ChildProgram.Ending, bytes: [UInt8])? {
        let wakeEvent = WakeEvent()
        return try ChildProgram.output(of: ["/bin/sh", "-c", text], most: most, within: limit) {
            wakeEvent.wait(since: wakeEvent.count, upTo: $0)
            return isGivenUp
        }
    }

    @Test("is read to its end")
    func read() throws {
        let told = try #require(try output(of: "echo out; echo err >&2; exit 3"))
        #expect(told.ending == .exited(3))
        #expect(told.bytes == Array("out\n".utf8))
        let much = try #require(try output(of: "head -c 60000 /dev/zero", most: 60_000))
        #expect(much.bytes == [UInt8](repeating: 0, count: 60_000))
        #expect(try output(of: "cat")?.bytes == [])
    }

    @Test("is limited: a program that writes more is killed, however much time it has left")
    func talkative() async throws {
        #expect(try output(of: "head -c 11 /dev/zero", most: 10) == nil)
        #expect(try output(of: "head -c 10 /dev/zero", most: 10)?.bytes.count == 10)
        // These two never end by themselves.
        let mark = ProgramMark()
        #expect(try output(of: "exec cat /dev/zero \(mark)") == nil)
        #expect(try output(of: "trap '' PIPE; while :; do echo more; done; : \(mark)") == nil)
        try await until("both programs have ended") { mark.isGone }
    }

    @Test("of a killed program leaves no zombie: a thread waits for the program's end")
    func held() throws {
        let process = try unsafe ChildProgram.spawn(["/bin/sleep", "1000"], streams: nil)
        let killed = try KilledProgram(process)
        #expect(!killed.isGone)
        #expect(kill(process, SIGKILL) == 0)
        let wakeEvent = WakeEvent()
        while !killed.isGone { wakeEvent.wait(since: wakeEvent.count, upTo: .milliseconds(10)) }
        // The thread has waited for it, so there is nothing left to wait for.
        #expect(throws: SystemError.self) { try ChildProgram.waitFor(process, named: nil) }
    }

    @Test("is not waited for past the time limit, or once the caller gives up")
    func hung() async throws {
        let mark = ProgramMark()
        let text = "sleep 1000; : \(mark)"
        #expect(try output(of: text, within: .milliseconds(20)) == nil)
        #expect(try output(of: text, isGivenUp: true) == nil)
        try await until("both programs have ended") { mark.isGone }
        #expect(throws: SystemError.self) {
            try ChildProgram.output(of: ["/nowhere/at-all"], within: .seconds(1)) { _ in false }
        }
    }
}

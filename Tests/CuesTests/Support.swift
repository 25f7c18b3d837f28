// What the tests of all cues need: a folder of their own, endings that can be waited for, and the word on what
// is not installed.

import Glibc
import Synchronization
import SystemCalls
import Testing

@testable import Cues

/// A program that only tests need.
enum Part: String {
    case speechDispatcher = "speech-dispatcher"
    case espeak = "espeak-ng"
    case dbus = "dbus-daemon"

    /// Whether its tests run: without it only where that has to be a failure.
    var isTried: Bool {
        let mustBeThere = unsafe getenv("CI").map { unsafe String(cString: $0) } == "true"
        let look = ["sh", "-c", "command -v \(rawValue) >/dev/null"]
        return mustBeThere || (try? ChildProgram.run(look)) == .exited(0)
    }

    /// Why its tests did not run.
    var comment: Comment {
        "\(rawValue) is not installed, so nothing was tried with it; `make test` installs it"
    }
}

extension Trait where Self == ConditionTrait {
    /// The test needs a program; where CI=true it fails without it.
    static func needs(_ part: Part) -> Self {
        .enabled(part.comment, { part.isTried })
    }
}

/// A folder that is gone when the test is over.
final class ScratchFolder: Sendable {
    private static let count = Atomic<Int>(0)

    let path: String

    init() throws {
        let number = Self.count.add(1, ordering: .relaxed).newValue
        // Short: the address of a socket has no more than 107 bytes.
        path = "/tmp/footfall-cues-\(Environment.process)-\(number)"
        try FileSystem.makeDirectories(path)
    }

    deinit { Self.remove(path) }

    /// Puts a file into it; answers its path.
    @discardableResult
    func file(_ name: String, _ text: String) throws -> String {
        let whole = "\(path)/\(name)"
        if let parent = FileSystem.parent(of: whole) { try FileSystem.makeDirectories(parent) }
        let file = try OpenFile.create(whole, .replacing)
        try file.writeAll(Array(text.utf8), at: 0)
        return whole
    }

    /// Puts a program of the shell into it; answers the words that run it.
    func script(_ name: String, _ lines: String) throws -> [String] {
        ["sh", try file(name, lines + "\n")]
    }

    func bytes(_ name: String) throws -> [UInt8] {
        try OpenFile.open("\(path)/\(name)").readAll(limit: 1 << 26)
    }

    func text(_ name: String) -> String {
        (try? bytes(name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static func remove(_ path: String) {
        if FileSystem.kind(of: path) == .directory {
            for name in (try? FileSystem.list(path)) ?? [] { remove("\(path)/\(name)") }
            try? FileSystem.removeDirectory(path)
        } else {
            try? FileSystem.remove(path)
        }
    }
}

/// Values in the order in which threads told them.
final class Told<Value: Sendable & Equatable>: Sendable {
    private let values = Mutex<[Value]>([])

    func tell(_ value: Value) { values.withLock { $0.append(value) } }

    var soFar: [Value] { values.withLock { $0 } }

    /// What was told once there are so many; a test without end is a failure, and not a halt.
    func first(_ count: Int) async throws -> [Value] {
        _ = try await eventually { self.soFar.count >= count }
        return soFar
    }
}

/// How a cue of a number ended.
struct NumberedEnd: Sendable, Equatable {
    var number: Int
    var outcome: CueOutcome
}

extension Told<NumberedEnd> {
    /// A completion that tells how the cue of this number ended.
    func end(of number: Int) -> @Sendable (CueOutcome) -> Void {
        { self.tell(NumberedEnd(number: number, outcome: $0)) }
    }
}

/// Whether something becomes true in a time that is long for whatever it is.
func eventually(_ condition: () throws -> Bool) async throws -> Bool {
    for _ in 0..<6000 {
        if try condition() { return true }
        try await Task.sleep(for: .milliseconds(5))
    }
    return false
}

/// A program that is ended with the test.
final class Service: Sendable {
    let program: RunningProgram
    private let bell = Doorbell()

    init(_ words: [String]) throws {
        program = try ChildProgram.start(words, input: [], ringing: bell)
    }

    deinit { end() }

    /// Ends it, and waits until it has ended.
    func end() {
        program.kill()
        while program.ending == nil { bell.wait(since: bell.count, upTo: .milliseconds(10)) }
    }
}

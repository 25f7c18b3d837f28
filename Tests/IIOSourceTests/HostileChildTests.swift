// What comes from the process that reads another machine's devices, where that is an enemy's: a program in its
// place (Tests/FakeIIOD/hostile_child.py) does to its parent whatever such a process can.

import Foundation
@testable import IIOSource
import MotionRecorder
import Patience
import SampleStream
import SystemCalls
import Testing
import Timebase

@Suite("A child in the hands of an enemy", .serialized, .mayNotHang)
struct HostileChildTests {
    /// An address that no machine has, so that no name needs to be resolved.
    private static let uri = "ip:192.0.2.1"

    /// The result of a recording.
    private struct Attempt {
        var description: SourceDescription?
        var error: (any Error)?
        var samples: [MotionSample] = []

        var nonsense: String? {
            guard let failure = error as? RemoteFailure, case .nonsense(let what) = failure.kind
            else { return nil }
            return what
        }
    }

    /// Records from a child that misbehaves in the named way, until the recording ends.
    private func attempt(
        _ deed: String,
        uri: String = Self.uri,
        rateInHertz: Double = 100
    ) throws -> Attempt {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "FakeIIOD/hostile_child.py")
        let program = folder.appending(path: deed)
        try FileManager.default.createSymbolicLink(at: program, withDestinationURL: script)
        SandboxedChild.program = program.path(percentEncoded: false)
        defer { SandboxedChild.program = nil }
        let attempt = record(uri, rateInHertz)
        let path = program.path(percentEncoded: false)
        // A killed process exists until the kernel has removed it.
        for _ in 0..<500 where Self.isRunning(path) { Thread.sleep(forTimeInterval: 0.01) }
        #expect(!Self.isRunning(path), "\(deed) is still there")
        return attempt
    }

    private func record(_ uri: String, _ rateInHertz: Double) -> Attempt {
        let motion = MotionRequest(
            types: [.accelerometer],
            rateInHertz: rateInHertz,
            device: nil,
            placement: "foot",
            mountMatrix: .identity
        )
        let source = IIOMotionSource(IIORequest(motion, uri: uri))
        defer { source.close() }
        let (stop, link) = (StopSignal(), StreamLink())
        let ends = SampleRing.make(of: MotionSample.self, capacity: 4096)
        var consumer = ends.consumer
        var sink = SampleSink(
            producer: ends.producer,
            waitsForRoom: false,
            link: link,
            stop: stop
        )
        var attempt = Attempt()
        do {
            attempt.description = try source.open(until: stop)
            _ = try source.capture(into: &sink, until: stop)
        } catch {
            attempt.error = error
        }
        while let sample = consumer.pop() { attempt.samples.append(sample) }
        return attempt
    }

    /// Whether there is a process of a program.
    private static func isRunning(_ program: String) -> Bool {
        let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return processes.contains { process in
            guard Int(process) != nil,
                let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
            else { return false }
            return String(decoding: words, as: UTF8.self).contains(program)
        }
    }

    // MARK: Opening

    @Test(
        "is ended during the opening if it sends nonsense, which the error quotes",
        arguments: [
            ("goes-back", "its progress went back"),
            ("forgets-answers", "its progress went back"),
            ("is-nowhere", "it reports stage 4611686018427387904, which does not exist"),
            ("garbage", "a message that cannot be read"),
            ("empty", "a message that cannot be read"),
            ("too-long", "a message that is too long"),
            ("answers-something-else", "another answer than what it has opened"),
            ("fails-by-nothing", "an error that does not exist"),
            ("fails-for-ever", "an error that does not exist"),
        ]
    )
    func opening(deed: String, words: String) throws {
        let attempt = try attempt(deed)
        #expect(attempt.nonsense == words, "\(String(describing: attempt.error))")
        let error = try #require(attempt.error)
        #expect(
            "\(error)".hasPrefix(
                "\(Self.uri): the process that reads from it reported something impossible: "
            )
        )
        #expect(attempt.description == nil)
    }

    @Test("is awaited no longer than any other if it sends nothing")
    func mute() throws {
        guard case .slow? = (try attempt("mute").error as? RemoteFailure)?.kind else {
            Issue.record("another error")
            return
        }
    }

    @Test(
        "is reported with its exit status or signal if it ends by itself",
        arguments: [
            ("exits", RemoteFailure.Kind.ended(status: 3)), ("exits-later", .ended(status: 3)),
            ("crashes", .crashed(signal: 11)),
        ]
    )
    func death(deed: String, kind: RemoteFailure.Kind) throws {
        #expect(try attempt(deed).error as? RemoteFailure == RemoteFailure(kind, at: Self.uri))
    }

    @Test("is read to its last message even if it could not read its order")
    func lastWord() throws {
        let error = try attempt("says-and-dies").error as? IIOError
        #expect(error?.kind == .malformed("last words"))
    }

    @Test("cannot set the place of an error, nor steer a terminal by its text")
    func place() throws {
        let error = try #require(try attempt("fails-elsewhere").error as? IIOError)
        #expect(error.place == Self.uri)
        guard case .malformed(let words) = error.kind else {
            Issue.record("another error: \(error)")
            return
        }
        #expect(words.hasPrefix("a?[31mbbb") && words.utf8.count == 256)
    }

    @Test("cannot describe a device of this machine, nor an address that was not asked for")
    func description() throws {
        let attempt = try attempt("takes-a-node-and-exits")
        let description = try #require(attempt.description)
        #expect(description.details["node"] == nil)
        #expect(description.details["uri"] == Self.uri)
        let machine = try #require(description.details["machine"])
        #expect(machine.hasPrefix("x?yyy") && machine.utf8.count == 256)
        #expect(description.clock == "boottime" && description.placement == "foot")
        #expect(description.nominalRatesInHertz.isEmpty)
    }

    @Test(
        "cannot give a name in place of an address, nor too many addresses",
        arguments: ["resolves-to-words", "resolves-to-many"]
    )
    func addresses(deed: String) throws {
        let attempt = try attempt(deed, uri: "ip:board.example")
        #expect(attempt.nonsense == "texts that are no addresses")
    }

    // MARK: Recording

    private static let tooMany = "more than are possible in so short a time"

    @Test(
        "is ended for impossible samples, which the error names; what came before is kept",
        arguments: [
            ("loses-too-many", "1000000000000000 lost readings, \(tooMany)"),
            ("loses-often", "1000 lost readings, \(tooMany)"),
            ("was-paused", "a sample that none of these sensors gives"),
            ("loses-less-than-none", "a sample that none of these sensors gives"),
            ("is-ahead", "a sample of a time in the future"),
            ("is-behind", "a sample of a time before the device was opened"),
            ("goes-back-in-time", "a sample that is earlier than the one before it"),
            ("loses-before-it", "a sample that is earlier than the one before it"),
            ("withholds", "readings that have arrived but are not passed on"),
            ("forgets-readings", "fewer readings than it had counted before"),
            ("another-sensor", "a sample that none of these sensors gives"),
            ("floods", "more readings than are possible in so short a time"),
            ("wrong-count", "more samples than there is room for"),
            ("floods-clocks", "more clocks than are possible in so short a time"),
            ("clock-of-another", "a clock of a device that it does not have"),
            ("clock-ahead", "a clock of a time in the future"),
            ("clock-behind", "a clock of a time before the device was opened"),
            ("clock-of-no-use", "a clock with an error of 1000000000000000000 ns"),
            ("clock-too-good", "a clock with an error of -1 ns"),
            ("opens-again", "an answer that nobody has asked for"),
            ("ends-unasked", "an end that nobody has ordered"),
        ]
    )
    func lies(deed: String, words: String) throws {
        let attempt = try attempt(deed)
        // The message also has a number of seconds, which varies.
        let told = attempt.nonsense?.replacing(/[0-9]+ s before/, with: "before")
        #expect(told == words, "\(String(describing: attempt.error))")
        // The samples of a ring with a false count are lost.
        if deed != "wrong-count" { #expect(attempt.samples.count >= 10) }
        #expect(attempt.samples.prefix(10).allSatisfy { $0.role == .reading && $0.z == 9.8 })
    }

    @Test("is awaited while readings reach it, though they wait until a loss is settled")
    func settling() throws {
        // Three periods are three seconds; the first is handed on, and the next ones nearly four seconds later.
        let attempt = try attempt("holds-a-loss-back", rateInHertz: 1)
        #expect(
            attempt.nonsense == "an end that nobody has ordered",
            "\(String(describing: attempt.error))"
        )
        let roles = attempt.samples.map(\.role)
        #expect(roles.count == 4 && roles.dropFirst().first != .reading)
    }

    @Test("is ended if it falls silent")
    func silence() throws {
        let attempt = try attempt("falls-silent")
        let error = try #require(attempt.error as? IIOError)
        #expect(error == IIOError(.stalled(seconds: RemotePatience.limit), at: Self.uri))
        #expect(attempt.samples.count == 10)
    }
}

import Foundation
import Glibc
import Scratch
import SystemCalls
import Testing
import Timebase

@testable import Outbox

@Suite("One look at all sessions")
struct SendPassTests {
    private let place: SessionStore
    private let end = StoreEnd()

    init() throws { place = try SessionStore() }

    private func look(_ outbox: Outbox) throws -> SendPassReport {
        try SendPass(
            outbox,
            by: end,
            now: { december },
            whileTrue: { true },
            telling: { _ in }
        ).run()
    }

    private func path(_ name: String, _ file: String) -> String { "\(place.place)/\(name)/\(file)" }

    private func there(_ name: String) -> [String: [UInt8]] {
        end.folders["\(name)_2dadc18f"] ?? [:]
    }

    /// A file of samples of the session.
    private func sampleFile(of name: String) throws -> String {
        let session = try FileManager.default.contentsOfDirectory(atPath: "\(place.place)/\(name)")
        return try #require(session.filter { $0.hasSuffix("_motion.json") }.min())
    }

    @Test("does not send a session of which a file is a link")
    func linkedFile() throws {
        let name = try place.session(1)
        let file = try sampleFile(of: name)
        try FileManager.default.moveItem(
            atPath: path(name, file),
            toPath: "\(place.scratch.path)/x"
        )
        try FileManager.default.createSymbolicLink(
            atPath: path(name, file),
            withDestinationPath: "\(place.scratch.path)/x"
        )
        let report = try look(try place.outbox())
        #expect(report.unreadable[name]?.contains(file) == true)
        #expect(end.folders.isEmpty)
        #expect(!report.isDone)
    }

    @Test("sends a session that lacks a file, reports it, and no rule deletes it")
    func lackingFile() throws {
        let (name, whole) = (try place.session(1), try place.session(2))
        let file = try sampleFile(of: name)
        try FileManager.default.removeItem(atPath: path(name, file))
        let outbox = try place.outbox()
        let report = try look(outbox)
        #expect(report.sent == [name, whole])
        #expect(report.incomplete == [name: [file]])
        let kept = try KeepPass(
            outbox,
            at: end,
            by: KeepRule(free: 1),
            now: { december },
            freeBytes: { 0 }
        ).run { true }
        #expect(kept.deleted == [whole])
        #expect(place.exists(name))
    }

    @Test("sends a damaged session, reports it, and no rule deletes it until it is restored")
    func damagedFile() throws {
        let (name, whole) = (try place.session(1), try place.session(2))
        let file = try sampleFile(of: name)
        let url = URL(filePath: path(name, file))
        let before = try Data(contentsOf: url)
        var bytes = before
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: url)
        let outbox = try place.outbox()
        let report = try look(outbox)
        #expect(report.sent == [name, whole])
        #expect(report.damaged == [name: [file]])
        #expect(report.incomplete.isEmpty)
        #expect(there(name)[file] == [UInt8](bytes))
        func deleted() throws -> [String] {
            try KeepPass(outbox, at: end, by: KeepRule(age: .zero), now: { december })
                .run { true }.deleted
        }
        #expect(try deleted() == [whole])
        try before.write(to: url)
        #expect(try look(outbox).damaged.isEmpty)
        #expect(try deleted() == [name])
    }

    @Test("does not send foreign files in a session's folder, and reports them")
    func strays() throws {
        let name = try place.session(1)
        try Data("name, address".utf8).write(to: URL(filePath: path(name, "consent.txt")))
        try FileManager.default.createDirectory(
            atPath: path(name, "plots"),
            withIntermediateDirectories: false
        )
        let report = try look(try place.outbox())
        #expect(report.strays == [name: ["consent.txt", "plots"]])
        #expect(report.sent == [name])
        #expect(there(name)["manifest.json"] != nil)
        #expect(!end.arrived.contains { $0.name == "consent.txt" })
    }

    @Test("reports a session that is a link")
    func linkedSession() throws {
        let name = try place.session(1)
        try FileManager.default.moveItem(
            atPath: "\(place.place)/\(name)",
            toPath: "\(place.scratch.path)/\(name)"
        )
        try FileManager.default.createSymbolicLink(
            atPath: "\(place.place)/\(name)",
            withDestinationPath: "\(place.scratch.path)/\(name)"
        )
        let report = try look(try place.outbox())
        #expect(report.unreadable[name] != nil)
        #expect(!report.isDone)
    }

    @Test("sends the other sessions if some are faulty or refused")
    func goesOnBehindFailures() throws {
        let names = try (1...5).map { try place.session($0) }
        let outbox = try place.outbox()
        end.atCall = { (call) throws(SendError) in
            guard call.hasPrefix("copy"), let bad = names.prefix(3).first(where: call.contains)
            else { return }
            let kind: SendError.Kind = bad == names[0] ? .session : .passing
            throw SendError(kind, "refused", where: "there", remedy: "none")
        }
        let report = try look(outbox)
        #expect(report.sent == [names[3], names[4]])
        #expect(report.failed.keys.sorted() == Array(names.prefix(3)))
        #expect(report.obstacle == nil)
    }

    @Test(
        "ends if the destination does not answer, and the next look begins behind the failed ones"
    )
    func beginsBehind() throws {
        let names = try (1...12).map { try place.session($0) }
        let outbox = try place.outbox()
        end.isGone = true
        let gone = try look(outbox)
        #expect(gone.failed.keys.sorted() == Array(names.prefix(2)))
        #expect(gone.waiting == Array(names.dropFirst(2)))
        end.isGone = false
        end.atCall = { (call) throws(SendError) in
            guard call.hasPrefix("copy"), names.prefix(10).contains(where: call.contains)
            else { return }
            throw SendError(.passing, "refused", where: "there", remedy: "none")
        }
        let first = try look(outbox)
        #expect(first.failed.keys.sorted() == Array(names[2..<10]))
        #expect(first.obstacle != nil)
        #expect(try look(outbox).sent == Array(names.suffix(2)))
    }

    @Test(
        "sends nothing, as root, from a folder of another user",
        .enabled(
            if: geteuid() == 0 || Environment.variable("CI") == "true",
            "only root can give a folder to another user"
        )
    )
    func anothersFolder() throws {
        let (name, own) = (try place.session(1), try place.session(2))
        let outbox = try place.outbox()
        #expect(unsafe chown("\(place.place)/\(name)", 65_534, 65_534) == 0)
        let report = try look(outbox)
        #expect(report.sent == [own])
        #expect(report.unreadable[name] != nil)
        #expect(unsafe chown(place.place, 65_534, 65_534) == 0)
        #expect(try look(outbox).unreadable[name] != nil)
    }

    @Test("ends if this machine is set up wrongly")
    func setUp() throws {
        let names = try (1...3).map { try place.session($0) }
        end.atCall = { (call) throws(SendError) in
            guard call.hasPrefix("copy") else { return }
            throw SendError(.setUp, "no such remote", where: "there", remedy: "make it")
        }
        let report = try look(try place.outbox())
        #expect(report.failed.keys.sorted() == [names[0]])
        #expect(report.waiting == Array(names.dropFirst()))
    }
}

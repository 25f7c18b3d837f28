// A destination keeps sessions in one form, plain or encrypted; only an explicit option changes it.

import CueParts
import Foundation
import Testing

@testable import Outbox

@Suite("How sessions lie at a destination")
struct KeptFormTests {
    private static let one = "age1one"
    private static let other = "age1other"

    private static func form(_ readers: [String]?) -> KeptForm.Known {
        .form(KeptForm(readers: readers))
    }

    @Test(
        "is accepted if it is the form asked for, or if nothing is there",
        arguments: [
            (nil, .nothing), ([one], .nothing), (nil, form(nil)), ([one], form([one])),
            ([one, other], form([other, one])), (nil, .records(clear: true, encrypted: false)),
            ([one], .records(clear: false, encrypted: true)),
        ] as [([String]?, KeptForm.Known)]
    )
    func agreed(readers: [String]?, known: KeptForm.Known) {
        for mayChange in [false, true] {
            let decision = KeptForm.decision(on: readers, where: known, mayChange: mayChange)
            #expect(decision == .agreed)
        }
    }

    @Test(
        "is refused if another form is asked for, with both remedies, and changed on request",
        arguments: [
            (nil, form([one])), ([one], form(nil)), ([one], form([other])),
            ([one], form([one, other])), ([one, other], form([one])),
            (nil, .records(clear: false, encrypted: true)),
            ([one], .records(clear: true, encrypted: false)),
            (nil, .records(clear: true, encrypted: true)),
            ([one], .records(clear: true, encrypted: true)),
        ] as [([String]?, KeptForm.Known)]
    )
    func refused(readers: [String]?, known: KeptForm.Known) {
        guard
            case .refused(_, let remedy) = KeptForm.decision(
                on: readers,
                where: known,
                mayChange: false
            )
        else {
            Issue.record("it is not refused")
            return
        }
        #expect(remedy.contains("--encrypt-to"))
        #expect(remedy.contains("--change-encryption"))
        #expect(KeptForm.decision(on: readers, where: known, mayChange: true) == .changed)
    }

    @Test("can be chosen until something was sent, and is then fixed")
    func kept() throws {
        let store = try SessionStore()
        let (name, outbox) = (try store.session(1), try store.outbox())
        let form = KeptFormStore(outbox: outbox)
        #expect(try form.settle(on: nil, mayChange: false, at: "").isEmpty)
        #expect(try form.settle(on: [Self.one], mayChange: false, at: "").isEmpty)
        try store.noteAsSent(name, in: outbox)
        #expect(try form.settle(on: [Self.one], mayChange: false, at: "").isEmpty)
        #expect(throws: SendError.self) { try form.settle(on: nil, mayChange: false, at: "") }
        #expect(outbox.ledger.state(of: name) == .sent)
    }

    @Test("is found in the records if its note is lost")
    func lost() throws {
        let store = try SessionStore()
        let (name, outbox) = (try store.session(1), try store.outbox())
        try store.noteAsSent(name, in: outbox)
        let form = KeptFormStore(outbox: outbox)
        #expect(throws: SendError.self) {
            try form.settle(on: [Self.one], mayChange: false, at: "")
        }
        try Data("{".utf8).write(to: URL(filePath: "\(outbox.path)/form"))
        #expect(throws: SendError.self) {
            try form.settle(on: [Self.one], mayChange: false, at: "")
        }
        #expect(try form.settle(on: nil, mayChange: false, at: "").isEmpty)
    }

    @Test("is changed for sessions here; those only there are named until they are withdrawn")
    func changed() throws {
        let store = try SessionStore()
        let outbox = try store.outbox()
        let (here, gone) = (try store.session(1), try store.session(2))
        try store.noteAsSent(here, in: outbox)
        try store.noteAsSent(gone, in: outbox, as: .kept)
        try FileManager.default.removeItem(atPath: "\(store.place)/\(gone)")
        let form = KeptFormStore(outbox: outbox)
        #expect(try form.settle(on: [Self.one], mayChange: true, at: "") == [gone])
        #expect(outbox.ledger.state(of: here) == .begun)
        #expect(outbox.ledger.state(of: gone) == .kept)
        #expect(try form.settle(on: [Self.one], mayChange: false, at: "") == [gone])
        var record = try #require(outbox.ledger.record(of: gone))
        record.state = .withdrawn
        try outbox.ledger.note(record)
        #expect(try form.settle(on: [Self.one], mayChange: false, at: "").isEmpty)
    }

    @Test("is changed completely, to encrypted and back to plain", .needs(.age))
    func whole() throws {
        let store = try SessionStore()
        let (first, second) = (try store.session(1), try store.session(2))
        let outbox = try store.outbox()
        let end = StoreEnd()
        let keys = [try AgeParts().publicKey, try AgeParts().publicKey]
        func round(to key: String?, changes: Bool = false) throws -> SendPassReport {
            var rules = SendRules()
            rules.changesEncryption = changes
            let encryption = try key.map {
                try SessionEncryption(to: AgeRecipients($0), in: outbox) { false }
            }
            return try OutboxRound(
                outbox,
                rules: rules,
                encryption: encryption,
                now: { december },
                askNetwork: { .free },
                whileTrue: { true },
                telling: { _ in }
            ) { _ in end }.run().pass
        }
        func names() -> Set<String> { Set(end.folders.values.flatMap(\.keys)) }
        #expect(try round(to: nil).sent == [first, second])
        #expect(throws: SendError.self) { try round(to: keys[0]) }
        #expect(names().allSatisfy { !$0.hasSuffix(".age") })
        #expect(try round(to: keys[0], changes: true).sent == [first, second])
        #expect(names().allSatisfy { $0.hasSuffix(".age") })
        #expect(end.folders.count == 2)
        #expect(throws: SendError.self) { try round(to: nil) }
        let before = end.folders
        #expect(try round(to: keys[1], changes: true).sent == [first, second])
        for (folder, files) in end.folders {
            for (name, bytes) in files { #expect(before[folder]?[name] != bytes) }
        }
        #expect(try round(to: keys[1]).already == 2)
        #expect(try round(to: nil, changes: true).sent == [first, second])
        #expect(names().allSatisfy { !$0.hasSuffix(".age") })
        #expect(end.folders.count == 2)
    }
}

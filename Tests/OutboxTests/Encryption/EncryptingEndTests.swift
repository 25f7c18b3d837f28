// A session that is sent encrypted: what travels, what arrives, and what happens if the connection fails.

import CueParts
import Foundation
import Testing

@testable import Outbox

@Suite("A session that goes encrypted", .needs(.age))
struct EncryptingEndTests {
    private let store: SessionStore
    private let parts: AgeParts
    private let far = StoreEnd()

    init() throws {
        store = try SessionStore()
        parts = try AgeParts()
    }

    /// What sends a session to the far end as `footfall send` does, and where it lies there.
    private func transfer(
        of name: String,
        _ encryption: SessionEncryption,
        to far: StoreEnd,
        isKnown: Bool
    ) throws -> (sending: SessionTransfer, place: String) {
        guard case .ready(let session) = OutgoingSession.readiness(of: name, in: store.place) else {
            throw SendError(.setUp, "it is not ready", where: name, remedy: "see why")
        }
        let shipment = encryption.shipment(session, by: far)
        let (parcel, end) = (shipment.parcel, shipment.end)
        let record = SendRecord(
            session: name,
            place: parcel.place,
            flight: parcel.flight,
            state: .begun,
            run: "",
            fingerprint: "",
            files: [:],
            date: ""
        )
        let sending = SessionTransfer(
            end: end,
            parcel: parcel,
            record: isKnown ? record : nil,
            shownPlace: "there"
        ) { () throws(SendError) in }
        return (sending, parcel.place)
    }

    private func encryption(of outbox: Outbox) throws -> SessionEncryption {
        try SessionEncryption(to: AgeRecipients(parts.publicKey), in: outbox) { false }
    }

    /// Sends a session, and returns its folder at the destination.
    private func send(_ name: String, to outbox: Outbox, isKnown: Bool = false) throws -> String {
        let (sending, place) = try transfer(
            of: name,
            encryption(of: outbox),
            to: far,
            isKnown: isKnown
        )
        _ = try sending.run()
        return place
    }

    @Test("arrives whole, can be read with the key, and shows neither content nor name")
    func whole() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        let place = try send(name, to: outbox)
        #expect(Set(far.folders.keys) == [place])
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(store.place)/\(name)")
        #expect(Set(far.folders[place, default: [:]].keys) == Set(files.map { $0 + ".age" }))
        for file in files {
            let bytes = try #require(far.folders[place]?[file + ".age"])
            let path = try parts.file("got.age", bytes)
            let clear = try [UInt8](
                Data(contentsOf: URL(filePath: "\(store.place)/\(name)/\(file)"))
            )
            #expect(try parts.decrypted(path) == clear)
        }
        let isEncrypted = far.arrived.allSatisfy {
            $0.bytes.starts(with: Array("age-encryption.org/v1".utf8))
        }
        #expect(isEncrypted)
        let tells = far.calls.contains {
            $0.contains("P07") || $0.contains("tapping") || $0.contains("2026")
        }
        #expect(!tells)
        let left = try FileManager.default.contentsOfDirectory(
            atPath: "\(outbox.path)/encrypted/now"
        )
        #expect(left.isEmpty)
    }

    @Test("is not sent twice; after a change only the changed file and the manifest are")
    func again() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        let place = try send(name, to: outbox)
        let count = far.arrived.count
        _ = try send(name, to: outbox, isKnown: true)
        #expect(far.arrived.count == count)
        let path = URL(filePath: "\(store.place)/\(name)/taskResult.json")
        try (Data(contentsOf: path) + Data(" ".utf8)).write(to: path)
        _ = try send(name, to: outbox, isKnown: true)
        #expect(
            far.arrived.dropFirst(count).map(\.name) == [
                "taskResult.json.age", "manifest.json.age",
            ]
        )
        #expect(far.folders[place]?.count == count)
    }

    @Test("is sent again if a byte of it has changed there")
    func otherBytes() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        let place = try send(name, to: outbox)
        let bytes = try #require(far.folders[place]?["taskResult.json.age"])
        far.folders[place]?["taskResult.json.age"]?[bytes.count - 1] ^= 1
        _ = try send(name, to: outbox, isKnown: true)
        let path = try parts.file(
            "got.age",
            try #require(far.folders[place]?["taskResult.json.age"])
        )
        let original = URL(filePath: "\(store.place)/\(name)/taskResult.json")
        #expect(try parts.decrypted(path) == [UInt8](Data(contentsOf: original)))
    }

    @Test(
        "arrives whole despite a failure at any call, and its manifest is never without its files",
        arguments: [true, false]
    )
    func broken(movesFiles: Bool) throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        let files = try FileManager.default.contentsOfDirectory(atPath: "\(store.place)/\(name)")
            .count
        let far = StoreEnd(movesFiles: movesFiles)
        let encryption = try encryption(of: outbox)
        func next() throws -> (sending: SessionTransfer, place: String) {
            try transfer(of: name, encryption, to: far, isKnown: true)
        }
        let place = try next().place
        var isWhole = false
        var calls = 0
        while !isWhole, calls < 200 {
            far.callsLeft = calls
            calls += 3
            let (sending, _) = try next()
            isWhole = (try? sending.run()) != nil
            let there = far.folders[place] ?? [:]
            #expect(there["manifest.json.age"] == nil || there.count == files)
        }
        #expect(isWhole)
        #expect(Set(far.folders.keys) == [place])
    }
}

// What an outbox holds back of the disk.

import Foundation
import Testing

@testable import Outbox

@Suite("The part of the disk that an outbox holds back")
struct OutboxReserveTests {
    @Test(
        "is made where there is plenty, let go where there is next to none, and else left as it is",
        arguments: [
            (false, nil, .nothing), (true, nil, .nothing),
            (false, 0, .nothing), (true, 0, .letGo),
            (true, OutboxReserve.scarce - 1, .letGo), (true, OutboxReserve.scarce, .nothing),
            (false, OutboxReserve.plenty, .nothing), (false, OutboxReserve.plenty + 1, .make),
            (true, .max, .nothing),
        ] as [(Bool, Int64?, OutboxReserve.Step)]
    )
    func decided(isThere: Bool, freeBytes: Int64?, step: OutboxReserve.Step) {
        #expect(OutboxReserve.step(where: isThere, freeBytes: freeBytes) == step)
    }

    @Test("takes room of the disk, and gives it back")
    func settled() throws {
        let store = try SessionStore()
        let outbox = try store.outbox()
        let path = "\(outbox.path)/\(OutboxReserve.fileName)"
        OutboxReserve.settle(in: outbox.folder, freeBytes: .max)
        let facts = try FileManager.default.attributesOfItem(atPath: path)
        #expect(facts[.size] as? Int == OutboxReserve.bytes)
        OutboxReserve.settle(in: outbox.folder, freeBytes: 0)
        #expect(!FileManager.default.fileExists(atPath: path))
    }
}

// A session that an amendment renames, and renames back.

import Foundation
import Testing

@testable import Outbox

@Suite("Sending a session that is renamed")
struct RenamedSessionTests {
    private let store: SessionStore
    private let end = StoreEnd()

    init() throws { store = try SessionStore() }

    @Test("has it there under the name that it has here, also when it was corrected back")
    func back() throws {
        let (name, outbox) = (try store.session(1), try store.outbox())
        let other = name.replacing("_P07_", with: "_P08_")
        var present = name
        for next in [name, other, name, other] {
            if next != present {
                try FileManager.default.moveItem(
                    atPath: "\(store.place)/\(present)",
                    toPath: "\(store.place)/\(next)"
                )
                present = next
            }
            let pass = SendPass(
                outbox,
                by: end,
                now: { december },
                whileTrue: { true },
                telling: { _ in }
            )
            let report = try pass.run()
            #expect(report.sent == [next] && report.withdrawn.isEmpty)
            // Its name does not tell its run, so that its place there has the run's digits behind it.
            #expect(end.folders.filter { !$0.value.isEmpty }.map(\.key) == ["\(next)_2dadc18f"])
        }
        // What somebody withdraws does not go by any of its names.
        try WithdrawalRequests(of: store.place, at: outbox.destination).add(name)
        #expect(WithdrawalPass(outbox, by: end, now: { december }).run { true }.isDone)
        for next in [name, other] where next != present {
            try FileManager.default.moveItem(
                atPath: "\(store.place)/\(present)",
                toPath: "\(store.place)/\(next)"
            )
        }
        let pass = SendPass(
            outbox,
            by: end,
            now: { december },
            whileTrue: { true },
            telling: { _ in }
        )
        #expect(try pass.run().withdrawn.count == 1)
        #expect(end.folders.values.joined().isEmpty)
    }
}

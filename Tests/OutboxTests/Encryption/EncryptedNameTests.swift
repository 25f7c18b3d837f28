// What a folder's name tells where an encrypted session goes: nothing.

import Testing

@testable import Outbox

@Suite("The name of an encrypted session's folder")
struct EncryptedNameTests {
    @Test("is the same whatever the session's name tells of task and participant")
    func independent() {
        let names = [
            "2026-11-21T101500Z_walk_1f6a03bc", "2026-11-21T101500Z_P07_walk_1f6a03bc",
            "2026-11-21T101500Z_Anna_Müller_WalkAndBalance_1f6a03bc",
        ].map { EncryptedName.name(for: $0, run: "r") }
        #expect(Set(names).count == 1)
    }

    @Test("is another for another start, run or number")
    func different() {
        let names = [
            "2026-11-21T101500Z_walk_1f6a03bc", "2026-11-21T101501Z_walk_1f6a03bc",
            "2026-11-21T101500Z_walk_1f6a03bd", "2026-11-21T101500Z_walk_1f6a03bc_2",
            "2026-11-21T101500Z_walk_1f6a03bc_3",
        ].map { EncryptedName.name(for: $0, run: "r") }
        #expect(Set(names).count == names.count)
    }

    @Test("is of the run alone where somebody has renamed the folder")
    func renamed() {
        let renamed = [
            "P07", "P08", "", "2026-11-21T101500Z_1f6a03bc", "x_walk_1f6a03bc",
            "2026-11-21T101500Z_walk_1f6a03bc_2_3", "2026-11-21_walk_1f6a03bc",
        ]
        #expect(Set(renamed.map { EncryptedName.name(for: $0, run: "r") }).count == 1)
        #expect(
            EncryptedName.name(for: "P07", run: "r") != EncryptedName.name(for: "P07", run: "q")
        )
    }

    @Test(
        "has nothing of the session's in it, and is plain",
        arguments: ["2026-11-21T101500Z_P07_walk_1f6a03bc", "../P07", ""]
    )
    func opaque(session: String) {
        let name = EncryptedName.name(for: session, run: "r")
        #expect(name.hasPrefix("s-"))
        #expect(name.utf8.count == 26)
        let isHexadecimal = name.dropFirst(2).allSatisfy { $0.isHexDigit }
        #expect(isHexadecimal)
        #expect(!name.contains("P07") && !name.contains("2026"))
    }
}

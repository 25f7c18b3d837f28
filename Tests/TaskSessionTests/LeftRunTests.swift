// A host may collect the sessions of years in one folder, and a process may have 1,024 files open.

import FoundationEssentials
import Research
import ResearchUI
import SessionFolder
import Synchronization
import SystemCalls
import TaskEngine
import Testing

@testable import TaskSession

@Suite("Runs that were left")
@MainActor
struct LeftRunTests {
    /// A factory that counts, whenever it is to decode, how many files and folders below a path are open.
    private final class CountingFactory: RSDFactory, @unchecked Sendable {
        // @unchecked: as its superclass; what it adds is behind a lock.
        private let folder: String
        private let most = Mutex(0)

        /// The most that were open at once.
        var mostOpen: Int { most.withLock { $0 } }

        init(below folder: String) {
            self.folder = folder
            super.init()
        }

        override func createJSONDecoder() -> JSONDecoder {
            let now = LeftRunTests.countOpen(below: folder)
            most.withLock { $0 = max($0, now) }
            return super.createJSONDecoder()
        }
    }

    /// How many files and folders below a path this process has open.
    private nonisolated static func countOpen(below folder: String) -> Int {
        let open = (try? FileSystem.list("/proc/self/fd")) ?? []
        return open.count {
            (try? FileSystem.linkTarget("/proc/self/fd/\($0)"))?.hasPrefix(folder) ?? false
        }
    }

    @Test("are looked for without holding their folders open, however many there are")
    func many() async throws {
        let scratch = try ScratchFolder()
        let folder = try FileSystem.absolutePath(scratch.path)
        let first: String
        do {
            let session = try await WalkingTask.session(in: "\(folder)/sessions")
            let leaver = Leaver(at: "rest", .cancel(shouldSave: true))
            #expect(await session.run(with: leaver).reason == .saved)
            first = session.path
        }
        let copies = 20
        for number in 1...copies {
            try FileManager.default.copyItem(
                atPath: first,
                toPath: "\(first.dropLast(8))000000\(number + 10)"
            )
        }
        let factory = CountingFactory(below: folder)
        let found = LeftRun.find(ofTask: "Walk", in: "\(folder)/sessions", factory)
        #expect(found.runs.count == copies + 1, "\(found.reasons)")
        // The folder, and a file in it.
        #expect((1...2).contains(factory.mostOpen))
        #expect(Self.countOpen(below: folder) == 0)
        withExtendedLifetime(found) {}
    }
}

// A folder may hold the sessions of years, but a process may open only 1,024 files.

import FoundationEssentials
import Research
import ResearchUI
import SessionFolder
import Synchronization
import SystemCalls
import TaskEngine
import Testing

@testable import TaskSession

@Suite("Looking for saved runs")
@MainActor
struct LeftRunTests {
    /// A factory that counts the open files and folders below a path whenever it makes a decoder.
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

    @Test("holds at most one session folder open at a time")
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
        let found = LeftRun.find(ofTask: "Walk", of: nil, in: "\(folder)/sessions", factory)
        #expect(found.runs.count == copies + 1, "\(found.reasons)")
        // The session folder, and one file in it.
        #expect((1...2).contains(factory.mostOpen))
        #expect(Self.countOpen(below: folder) == 0)
        withExtendedLifetime(found) {}
    }
}

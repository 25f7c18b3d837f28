// The addresses of boards that a mark is to go to. Whoever resolves a name may take long, or never answer, as where a board
// is off: all are asked beside each other, for a while, so that no name keeps a mark from the boards that are known.

internal import Synchronization
internal import SystemCalls
internal import Timebase

/// The addresses of boards, as far as they are known.
struct BoardAddresses {
    /// How long names are waited for, all of them together.
    private static let patience = Duration.seconds(2)

    /// The addresses by the names that were given.
    private(set) var known: [String: [String]] = [:]
    /// The names of which there are none.
    private(set) var unknown: [String] = []

    /// Finds those of the boards that are named.
    ///
    /// - Parameters:
    ///   - hearers: Who is to hear a mark.
    ///   - patience: How long names are waited for.
    ///   - resolve: Resolves a name, on a thread of its own; nothing where nobody knows it.
    init(
        of hearers: NetworkMarkVoice.Hearers,
        within patience: Duration = patience,
        resolvedBy resolve: @escaping @Sendable (String) -> [String]
    ) {
        guard case .boards(let boards) = hearers else { return }
        let names = Set(boards)
        let search = Search()
        var asked = 0
        for name in names {
            if let address = NetworkReach.numbers(of: name) {
                known[name] = [address]
                continue
            }
            do throws(SystemError) {
                // Nobody joins one that hangs.
                _ = try SystemThread.spawn(name: "board's address") {
                    search.add(name, resolve(name))
                }
                asked += 1
            } catch {
                // Where there is no thread, the name is not known.
            }
        }
        known.merge(search.found(asked, within: patience)) { first, _ in first }
        unknown = names.filter { known[$0] == nil }.sorted()
    }

    /// The addresses of a name, as the system knows them.
    static func resolved(_ name: String) -> [String] {
        (try? NetworkReach.addresses(of: name)) ?? []
    }

    /// What the threads have found so far.
    private final class Search: Sendable {
        private let answers = Mutex<[String: [String]]>([:])
        private let bell = Doorbell()

        func add(_ name: String, _ addresses: [String]) {
            answers.withLock { $0[name] = addresses }
            bell.ring()
        }

        /// Waits for so many answers, or for so long.
        func found(_ count: Int, within patience: Duration) -> [String: [String]] {
            let clock = LiveTimekeeper()
            let end = clock.now.advanced(by: patience)
            while true {
                let rings = bell.count
                let answers = answers.withLock { $0 }
                let left = clock.now.duration(to: end)
                guard left > .zero, count > answers.count else {
                    return answers.filter { !$0.value.isEmpty }
                }
                bell.wait(since: rings, upTo: left)
            }
        }
    }
}

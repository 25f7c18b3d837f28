// Resolves the names of the boards that a mark is sent to. A lookup may take long or hang, as when a board is off. So
// all names are resolved in parallel, and a slow one delays the mark by no more than the common time limit.

internal import Synchronization
internal import SystemCalls
internal import Timebase

/// The addresses of the boards that could be resolved in time.
struct BoardAddresses {
    /// The time limit for all lookups together.
    private static let patience = Duration.seconds(2)

    /// The addresses found for each given name.
    private(set) var known: [String: [String]] = [:]
    /// The names without an address.
    private(set) var unknown: [String] = []

    /// Resolves the boards that `hearers` names.
    ///
    /// - Parameters:
    ///   - hearers: The recipients of a mark.
    ///   - patience: The time limit for all lookups together.
    ///   - resolve: Resolves a name, on a thread of its own; returns an empty array for an unknown name.
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
                // The thread is never joined: it may hang in its lookup.
                _ = try SystemThread.spawn(name: "board's address") {
                    search.add(name, resolve(name))
                }
                asked += 1
            } catch {
                // Without a thread for its lookup, the name stays unknown.
            }
        }
        known.merge(search.found(asked, within: patience)) { first, _ in first }
        unknown = names.filter { known[$0] == nil }.sorted()
    }

    /// Looks a name up with the system's resolver.
    static func resolved(_ name: String) -> [String] {
        (try? NetworkReach.addresses(of: name)) ?? []
    }

    /// Collects what the lookup threads find.
    private final class Search: Sendable {
        private let answers = Mutex<[String: [String]]>([:])
        private let wakeEvent = WakeEvent()

        func add(_ name: String, _ addresses: [String]) {
            answers.withLock { $0[name] = addresses }
            wakeEvent.signal()
        }

        /// Waits for `count` answers, or until `patience` is over; returns the names that have addresses.
        func found(_ count: Int, within patience: Duration) -> [String: [String]] {
            let clock = LiveTimekeeper()
            let end = clock.now.advanced(by: patience)
            while true {
                let signals = wakeEvent.count
                let answers = answers.withLock { $0 }
                let left = clock.now.duration(to: end)
                guard left > .zero, count > answers.count else {
                    return answers.filter { !$0.value.isEmpty }
                }
                wakeEvent.wait(since: signals, upTo: left)
            }
        }
    }
}

// Checks and plots may take minutes, so only a few clients may wait for one. Whether a client that has closed its
// sending side has gone or waits is not known until it is answered: it keeps its place until another client needs it.

internal import Synchronization
internal import WebServer

/// The places of the clients that wait for a check or a plot.
struct WorkPlaces {
    /// The work that a client has asked for.
    final class Work: Sendable {
        private let isDropped = Atomic<Bool>(false)

        /// Whether somebody waits for it.
        var isWanted: Bool { !isDropped.load(ordering: .relaxed) }

        fileprivate func drop() { isDropped.store(true, ordering: .relaxed) }
    }

    private let most: Int
    private var works: [HTTPRequest.ID: Work] = [:]
    /// The clients that may have gone, in the order in which they closed their sending side.
    private var perhapsGone: [HTTPRequest.ID] = []

    /// Places that are all free.
    init(atMost most: Int) { self.most = most }

    /// Gives a client a place.
    ///
    /// If all places are taken, the client that may have gone for the longest time loses its place.
    ///
    /// - Parameter question: The client's request.
    /// - Returns: The work, and the request that has lost its place, if any; `nil` if there is no place.
    mutating func take(
        for question: HTTPRequest.ID
    ) -> (work: Work, displaced: HTTPRequest.ID?)? {
        var displaced: HTTPRequest.ID?
        if works.count >= most {
            guard let first = perhapsGone.first(where: { works[$0] != nil }) else { return nil }
            drop(first)
            displaced = first
        }
        let work = Work()
        works[question] = work
        return (work, displaced)
    }

    /// Notes that a client has closed its sending side, which may be known before it has its place.
    ///
    /// `drop` must follow at the end of the request.
    mutating func noteLeft(_ question: HTTPRequest.ID) {
        if !perhapsGone.contains(question) { perhapsGone.append(question) }
    }

    /// Drops the work of a client that has gone; its place is free, although work that runs cannot be interrupted.
    mutating func drop(_ question: HTTPRequest.ID) {
        works[question]?.drop()
        free(question)
    }

    /// Frees the place of a client whose work is done.
    mutating func free(_ question: HTTPRequest.ID) {
        works[question] = nil
        perhapsGone.removeAll { $0 == question }
    }
}

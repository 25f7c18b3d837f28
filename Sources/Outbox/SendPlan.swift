// What is done with a session, decided by what it has here, what is there, and what is remembered. Whatever the last
// sender did, and wherever it was killed, what is there decides: there is no step whose having been done must be known.
//
// What holds at the other end between any two actions: a manifest in a session's folder has all its files beside it.

/// What is to be done with a session.
struct SendPlan: Equatable {
    /// One step at the other end.
    enum Action: Hashable {
        /// Send files into the folder of those on their way, and compare them there.
        case bring([String])
        /// See that the session here is what was sent.
        case requireUnchanged
        /// See that nobody else has begun to put a session there meanwhile.
        case requireOurs
        /// Delete files from the session's folder.
        case delete([String])
        /// Move files from the folder of those on their way to the session's.
        case move([String])
        /// Send files into the session's folder itself, and compare them there.
        case bringInPlace([String])
        /// See that the session's folder has all of them.
        case confirm
        /// Delete what is left on the way.
        case dropFlight
    }

    var actions: [Action]

    /// What is there decides whose it is.
    enum Claim: Equatable {
        case nothingThere
        case ours
        case anothers(String)
    }

    /// Whose the session's folder there is.
    ///
    /// - Parameters:
    ///   - there: What the folder has.
    ///   - manifest: The name of what comes last.
    ///   - run: The UUID of our run; `nil` where a manifest there tells nobody.
    ///   - runThere: The UUID that the manifest there tells, if it tells one.
    ///   - isRemembered: Whether the ledger has begun to send it.
    ///   - isOnItsWay: Whether our manifest is on its way there.
    /// - Returns: Whose it is.
    static func claim(
        there: Set<String>,
        manifest: String,
        run: String?,
        runThere: String?,
        isRemembered: Bool,
        isOnItsWay: Bool
    ) -> Claim {
        if there.isEmpty { return .nothingThere }
        if there.contains(manifest), let run {
            guard let runThere else {
                // A kill may have left half of it, where it was not moved there.
                return isRemembered || isOnItsWay
                    ? .ours : .anothers("its \(manifest) there cannot be read")
            }
            return runThere == run
                ? .ours : .anothers("another session has its name there, of the run \(runThere)")
        }
        if isRemembered || isOnItsWay { return .ours }
        return .anothers(
            there.contains(manifest)
                ? "a session of its name is there, and nothing here tells that it is this one"
                : "a folder of its name is there, with files that nothing here tells of"
        )
    }

    /// What is done so that all is there.
    ///
    /// - Parameters:
    ///   - files: What the session has here.
    ///   - manifest: Which of them comes last.
    ///   - equal: Which of them are in the folder there, byte for byte.
    ///   - there: What the folder there has.
    ///   - remembered: What was sent there before.
    ///   - movesFiles: Whether the other end moves files by itself.
    ///   - isFlying: Whether something is on its way there.
    init(
        files: Set<String>,
        manifest: String,
        equal: Set<String>,
        there: Set<String>,
        remembered: Set<String>,
        movesFiles: Bool,
        isFlying: Bool
    ) {
        let missing = files.subtracting(equal)
        // What somebody else has put there is theirs.
        let old = there.intersection(remembered).subtracting(files)
        guard !missing.isEmpty || !old.isEmpty else {
            actions = [.requireUnchanged, .confirm] + (isFlying ? [.dropFlight] : [])
            return
        }
        let data = missing.subtracting([manifest]).sorted()
        let ending: [Action] = [.confirm, .dropFlight]
        var steps: [Action] = []
        if movesFiles {
            steps = [.bring(data + [manifest]), .requireUnchanged, .requireOurs]
            if there.contains(manifest) { steps.append(.delete([manifest])) }
            if !data.isEmpty { steps.append(.move(data)) }
            if !old.isEmpty { steps.append(.delete(old.sorted())) }
            steps.append(.move([manifest]))
        } else {
            if there.contains(manifest) { steps.append(.delete([manifest])) }
            if !data.isEmpty { steps.append(.bringInPlace(data)) }
            if !old.isEmpty { steps.append(.delete(old.sorted())) }
            steps += [.requireUnchanged, .bringInPlace([manifest])]
        }
        actions = steps + (movesFiles || isFlying ? ending : [.confirm])
    }
}

// Decides which steps send a session, from what is here, what is at the destination, and what the ledger remembers. The
// state of the destination decides, whatever an earlier sender did and wherever it was killed: no plan depends on
// knowing that a step was done.
//
// Invariant at the destination between any two steps: if a session's folder has a manifest, it has all files of that
// manifest.

/// The steps that send a session.
struct SendPlan: Equatable {
    /// One step at the destination.
    enum Action: Hashable {
        /// Send files into the folder for files in transit, and compare them there.
        case bring([String])
        /// Check that the session here is what was sent.
        case requireUnchanged
        /// Check that nobody else has begun to write this session's folder meanwhile.
        case requireOurs
        /// Delete files from the session's folder.
        case delete([String])
        /// Move files from the transit folder to the session's.
        case move([String])
        /// Send files directly into the session's folder, and compare them there.
        case bringInPlace([String])
        /// Check that the session's folder has all files.
        case confirm
        /// Delete the transit folder.
        case dropFlight
    }

    var actions: [Action]

    /// To whom the session's folder at the destination belongs.
    enum Claim: Equatable {
        case nothingThere
        case ours
        case anothers(String)
    }

    /// Determines to whom the session's folder at the destination belongs.
    ///
    /// - Parameters:
    ///   - there: The files in the folder.
    ///   - manifest: The name of the file that is sent last.
    ///   - run: The UUID of our run; `nil` if a manifest there cannot be read.
    ///   - runThere: The UUID in the manifest there; `nil` if there is no manifest, or it cannot be read.
    ///   - isRemembered: True if the ledger has recorded that sending began.
    ///   - isOnItsWay: True if our manifest is in the transit folder.
    /// - Returns: The owner.
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
                // At a destination that cannot move files, a killed sender may have left half of the manifest.
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

    /// Plans the steps after which everything is there.
    ///
    /// - Parameters:
    ///   - files: The session's files here.
    ///   - manifest: The name of the file that is sent last.
    ///   - equal: The files that are there with equal bytes.
    ///   - there: The files in the folder there.
    ///   - remembered: The files that were sent there before.
    ///   - movesFiles: True if the destination can move files itself.
    ///   - isFlying: True if the transit folder may exist.
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
        // Deletes only files that we sent; files from others stay.
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

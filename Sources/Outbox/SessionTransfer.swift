// Carries out the plan for one session, and returns how it was verified. Any failure leaves the destination in a state
// that the plan allows; the next attempt begins by looking there.

internal import FoundationEssentials

/// Sends one session.
struct SessionTransfer {
    let end: any FarEnd
    let parcel: Parcel
    /// The ledger's record of the session.
    let record: SendRecord?
    /// The session's folder at the destination, for error messages.
    let shownPlace: String
    /// Called before anything is changed at the destination.
    let onBegin: () throws(SendError) -> Void

    /// Sends what is missing at the destination.
    ///
    /// - Returns: How it was verified.
    func run() throws(SendError) -> String {
        let there = try end.list(parcel.place)
        // For an unknown session the transit folder need not be listed: its files are compared before they are moved
        // anyway.
        let isNew = there.isEmpty && record == nil
        let flying = isNew ? [:] : try end.list(parcel.flight)
        let isOnItsWay = flying[parcel.manifest] != nil
        try requireOurs(there, isOnItsWay: isOnItsWay)
        let candidates = parcel.files.filter { there[$0.key] == $0.value }.keys.sorted()
        var method: String?
        var equal: Set<String> = []
        if !candidates.isEmpty {
            let found = try end.compare(candidates, of: parcel.local, with: parcel.place)
            equal = Set(candidates).subtracting(found.differing)
            method = found.method
        }
        let plan = SendPlan(
            files: Set(parcel.files.keys),
            manifest: parcel.manifest,
            equal: equal,
            there: Set(there.keys),
            remembered: Set((record?.files ?? [:]).keys),
            movesFiles: try end.movesFiles,
            // A sender that was stopped may have left the transit folder empty.
            isFlying: !flying.isEmpty || record?.state == .begun
        )
        try onBegin()
        for action in plan.actions { try perform(action, &method, isOnItsWay) }
        return method ?? Comparison.readBack
    }

    private func requireOurs(
        _ there: [String: Int64],
        isOnItsWay: Bool
    ) throws(SendError) {
        var runThere: String?
        if parcel.run != nil, there[parcel.manifest] != nil {
            runThere = Self.run(in: try end.read(parcel.manifest, in: parcel.place))
        }
        let claim = SendPlan.claim(
            there: Set(there.keys),
            manifest: parcel.manifest,
            run: parcel.run,
            runThere: runThere,
            isRemembered: record != nil,
            isOnItsWay: isOnItsWay
        )
        switch claim {
        case .nothingThere, .ours: return
        case .anothers(let what):
            throw SendError(
                .conflict,
                what,
                where: shownPlace,
                remedy:
                    "see whose it is; move one of the two away, and nothing is overwritten until then"
            )
        }
    }

    /// The UUID of the run in a manifest.
    static func run(in manifest: [UInt8]) -> String? {
        struct Told: Decodable { var taskRunUUID: UUID }
        return (try? JSONDecoder().decode(Told.self, from: Data(manifest)))?
            .taskRunUUID.uuidString.lowercased()
    }

    private func perform(
        _ action: SendPlan.Action,
        _ method: inout String?,
        _ isOnItsWay: Bool
    ) throws(SendError) {
        switch action {
        case .bring(let names): method = try bring(names, to: parcel.flight)
        case .bringInPlace(let names): method = try bring(names, to: parcel.place)
        case .move(let names): try end.move(names, from: parcel.flight, to: parcel.place)
        case .delete(let names): try end.delete(names, in: parcel.place)
        case .dropFlight: try end.drop(parcel.flight)
        case .requireUnchanged:
            guard !parcel.isUnchanged() else { return }
            throw SendError(
                .changed,
                "it was changed while it was sent",
                where: parcel.local,
                remedy: "you need to do nothing: it is sent again"
            )
        case .confirm: try confirm()
        case .requireOurs:
            // Sending may have taken hours, so check again whose folder it is.
            try requireOurs(try end.list(parcel.place), isOnItsWay: isOnItsWay)
        }
    }

    /// Sends files, and verifies that they are there byte for byte.
    private func bring(_ names: [String], to folder: String) throws(SendError) -> String {
        try end.copy(names, from: parcel.local, to: folder, again: false)
        var found = try end.compare(names, of: parcel.local, with: folder)
        if !found.differing.isEmpty {
            // A leftover of an earlier sender may have looked the same by size and time; send it again.
            let left = found.differing.sorted()
            try end.copy(left, from: parcel.local, to: folder, again: true)
            let method = found.method
            found = try end.compare(left, of: parcel.local, with: folder)
            found.method = method == found.method ? method : Comparison.readBack
        }
        guard let bad = found.differing.min() else { return found.method }
        guard parcel.isUnchanged() else {
            throw SendError(
                .changed,
                "it was changed while it was sent",
                where: parcel.local,
                remedy: "you need to do nothing: it is sent again"
            )
        }
        throw SendError(
            .passing,
            "\(bad) has other bytes there than here, though it was sent twice",
            where: shownPlace,
            remedy: "see to the storage there; it is tried again"
        )
    }

    private func confirm() throws(SendError) {
        let there = try end.list(parcel.place)
        var wrong = parcel.files.filter { there[$0.key] != $0.value }.keys.min()
        if wrong == nil {
            // Another board may have just moved its own session here, with files of the same sizes.
            let found = try end.compare([parcel.manifest], of: parcel.local, with: parcel.place)
            wrong = found.differing.min()
        }
        guard let wrong else { return }
        throw SendError(
            .passing,
            "\(wrong) is not there as it was sent",
            where: shownPlace,
            remedy: "see whether somebody else changes what is there; it is tried again"
        )
    }
}

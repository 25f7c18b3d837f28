// Examines what a recording left behind after a fault, by Foundation's JSON reader instead of ours: every document is
// whole, every sample is there or in a gap that counts it, the manifest and the result say how it ended, the command
// complained in one line, and `footfall check` finds no damage. If the fault struck the closing itself, or lasts, all
// this must hold after a `footfall repair`.

import Foundation

struct Examination {
    private let session: String
    private let folder: String?
    /// How `footfall record` ended.
    private let status: Int
    /// The call that was made to fail and how, as in "pwrite/EIO-lasting".
    private let fault: String?
    /// The files and folders at which it failed.
    private let struck: [String]
    private let complaints: String?
    private let footfall: FootfallCommand
    /// How often a second the walk was sampled.
    private let rate: Double
    /// The length of the walk, and so of a recording that ended well.
    private let seconds: Double?
    /// Whether the walk ran by a clock, so that it could lag behind it when its file failed.
    private let isPaced: Bool

    init(_ arguments: Arguments) throws {
        session = arguments.text("session", "")
        folder = arguments.text("folder")
        status = try arguments.integer("status", 0)
        fault = arguments.text("fault")
        struck =
            try arguments.text("struck").map {
                String(decoding: try Data(contentsOf: URL(fileURLWithPath: $0)), as: UTF8.self)
                    .split(separator: "\n").map(String.init)
            } ?? []
        complaints = arguments.text("complaints")
        footfall = FootfallCommand(path: arguments.text("footfall", ".build/release/footfall"))
        rate = Double(try arguments.integer("rate", 100))
        let whole = try arguments.integer("seconds", 0)
        seconds = whole > 0 ? Double(whole) : nil
        isPaced = arguments.flag("paced")
    }

    func run() throws {
        try checkStatus()
        try checkComplaints()
        if session.isEmpty {
            try checkThatNothingIsLeft()
            return
        }
        let verdict = try checkedVerdict()
        let names = try FileManager.default.contentsOfDirectory(atPath: session)
        for name in names.sorted() { try checkIsWhole(name) }
        let counted = try countSamples()
        let told = try checkManifest()
        let results = try checkResult()
        Report.line(
            "exit \(status), \(names.count) files whole, \(counted), manifest \(told), "
                + "result \(results), check exits \(verdict.code)"
        )
    }

    /// The verdict of a check on the session: as it is, or repaired if the fault struck the closing or lasts.
    private func checkedVerdict() throws -> FootfallCommand.Verdict {
        var verdict = try footfall.check(session)
        if struckTheClosing || isLasting {
            // A listed file that was never made cannot be repaired either.
            try footfall.repair(session, allowing: neverCame.isEmpty ? [0, 3] : [0, 1, 3])
            verdict = try footfall.check(session)
        }
        let damage = verdict.damage.filter { !isLasting || !neverCame.contains($0.file) }
        guard damage.isEmpty else {
            let texts = damage.map { "\($0.file): \($0.what)" }
            throw BenchmarkError("`footfall check`: \(texts.joined(separator: "; "))")
        }
        guard status != 0 || verdict.code == 0 else {
            throw BenchmarkError("`footfall check` exits with \(verdict.code) for a good recording")
        }
        return verdict
    }

    /// The files that could not be made; no later manifest could say so when the fault lasts.
    private var neverCame: Set<String> {
        let paths = struck.filter { $0.hasPrefix(session + "/") }
        let missing = paths.filter { !FileManager.default.fileExists(atPath: $0) }
        return Set(missing.map { String($0.dropFirst(session.count + 1)) })
    }

    /// Checks that every sample until a file's end is in it or in a gap; returns how many, in words.
    private func countSamples() throws -> String {
        let files = try document("manifest.json")["files"] as? [[String: Any]] ?? []
        var samples = 0
        var lost = 0
        for file in files where file["layout"] as? String != "document" {
            if isLasting, neverCame.contains(file["path"] as? String ?? "") { continue }
            let counted = try CountedSamples(
                in: session,
                file,
                ["accelerometer", "gyro"],
                rate: rate
            )
            samples += counted.samples
            lost += counted.lost
            // A recorder whose file has failed stops at once, without the samples by which it lagged.
            if isPaced, file["error"] is String { continue }
            if status == 0, let seconds {
                try counted.requireAll(before: seconds)
            } else if let start = date(file["startDate"]), let end = date(file["endDate"]) {
                try counted.requireAll(before: end.timeIntervalSince(start))
            } else if !isLasting {
                // A repair cannot tell the end of a file without a single record.
                throw BenchmarkError("the manifest tells of no end of \(file["path"] ?? "a file")")
            }
        }
        return "\(samples) samples and \(lost) lost"
    }

    private func date(_ value: Any?) -> Date? {
        guard let text = value as? String else { return nil }
        return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// The last file or folder at which the call failed.
    private var place: String { struck.last ?? "" }

    /// The search for crashed sessions failed: the command reports that, and records.
    ///
    /// If only closing the folder failed, it has been searched.
    private var struckTheLooking: Bool {
        let couldLook = ["/EINTR", "/EINVAL", "close/"].contains { fault?.contains($0) ?? true }
        guard let folder, status == 0, !couldLook else { return false }
        return place == folder || place == "\(folder)/."
    }

    /// A write of the journal or the manifest failed, and the next one makes up for it.
    private var struckAPassingWord: Bool {
        place.hasSuffix("/journal.json") || place.hasSuffix("/.manifest.json.tmp")
            || struckTheFolder
    }

    /// A lease that cannot be ended stays, and does no harm: its session has ended.
    private var struckTheLease: Bool { place.hasSuffix("/.lease") }

    /// The same, also for the file into which a lease was written before it got its name.
    private var struckWhatIsLeftOfLease: Bool { struckTheLease || place.contains("/.lease.") }

    private var struckTheFolder: Bool { !session.isEmpty && place == session }

    /// The result or the last manifest could not be written; the next start, or a repair, writes it.
    private var struckTheClosing: Bool {
        place.hasSuffix(".reserved") || (struckTheFolder && status == 1)
    }

    private func checkManifest() throws -> String {
        let manifest = try document("manifest.json")
        let told = manifest["status"] as? String ?? "nothing"
        let hasErrors = (manifest["errors"] as? [String])?.isEmpty == false
        let isRight =
            switch (status, told) {
            case (0, "finished"), (1, "failed"): true
            case (1, "finished"), (1, "interrupted"): struckTheClosing || isLasting
            default: false
            }
        guard isRight,
            status == 0 || hasErrors || struckTheClosing || isLasting
        else {
            throw BenchmarkError("the manifest says \(told), errors \(hasErrors)")
        }
        return told
    }

    /// The fault lasts, as if the device were gone, so that the documents get no ends.
    private var isLasting: Bool { fault?.hasSuffix("-lasting") ?? false }

    private func checkStatus() throws {
        guard let fault else { return }
        let isHarmless =
            ["/EINTR", "/SHORT"].contains { fault.hasSuffix($0) }
            || ["fsync/EINVAL", "link/EOPNOTSUPP"].contains(fault)
        // The recording can do without these calls, or is over anyway.
        let isOptional = ["fallocate/", "close/", "unlink/", "flock/"].contains {
            fault.hasPrefix($0)
        }
        let allowed =
            isHarmless || struckTheLooking
            ? [0] : isOptional || struckAPassingWord || struckTheLease ? [0, 1] : [1]
        guard allowed.contains(status) else {
            throw BenchmarkError("exit status \(status), wanted \(allowed)")
        }
    }

    private func checkComplaints() throws {
        guard let complaints else { return }
        let text = String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: complaints)),
            as: UTF8.self
        )
        let lines = text.split(separator: "\n").count
        guard lines == (status == 0 && !struckTheLooking ? 0 : 1) else {
            throw BenchmarkError("\(lines) lines of complaint: \(text)")
        }
    }

    private func checkThatNothingIsLeft() throws {
        guard let folder else { throw BenchmarkError("there is no session") }
        let left = try FileManager.default.contentsOfDirectory(atPath: folder)
        guard status != 0, left.isEmpty else {
            throw BenchmarkError("exit status \(status), no session, but \(left)")
        }
    }

    private func checkIsWhole(_ name: String) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(session)/\(name)"))
        if name.hasSuffix(".json") {
            guard (try? JSONSerialization.jsonObject(with: bytes)) != nil else {
                throw BenchmarkError("\(name) is no JSON (\(bytes.count) bytes)")
            }
        } else if name.hasSuffix(".csv") {
            guard bytes.last == UInt8(ascii: "\n") else {
                throw BenchmarkError("\(name) ends within a row")
            }
        } else if isLasting, name.hasSuffix(".torn") {
            // The original that a repair kept beside the repaired file.
        } else if name.hasPrefix(".lease"), struckWhatIsLeftOfLease {
            // The end of the lease could not be written.
        } else {
            throw BenchmarkError("\(name) was left behind")
        }
    }

    /// Checks that the files' results come first, then the error, if there was one; returns their kinds.
    private func checkResult() throws -> String {
        let results = try document("taskResult.json")["asyncResults"] as? [[String: Any]] ?? []
        let kinds = results.compactMap { $0["type"] as? String }
        let lastFile = kinds.lastIndex { $0 == "file" || $0 == "collection" }
        let firstError = kinds.firstIndex(of: "error")
        switch (status, lastFile, firstError) {
        case (0, .some, nil): break
        case (1, .some, .some(let error)) where error > 0: break
        case (1, .some, nil) where struckTheClosing || isLasting: break
        default: throw BenchmarkError("the result holds \(kinds)")
        }
        for name in results.compactMap({ $0["relativePath"] as? String }) {
            guard FileManager.default.fileExists(atPath: "\(session)/\(name)") else {
                throw BenchmarkError("the result names \(name), which is not there")
            }
        }
        return kinds.joined(separator: "+")
    }

    private func document(_ name: String) throws -> [String: Any] {
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(session)/\(name)")),
            let document = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        else { throw BenchmarkError("\(name) is missing or no JSON") }
        return document
    }
}

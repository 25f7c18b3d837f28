// Looks at what a recording left behind after something went wrong, with Foundation's JSON reader and
// not with ours: every document is whole, every sample is there or in a gap that counts it, the
// manifest and the result say how it ended, the command complained in one line, and `footfall check`
// finds no damage. What cannot be so at once, since the fault struck the closing itself or lasts, is
// so after a `footfall repair`.

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
    /// How long the walk is, and so a recording that ended well.
    private let seconds: Double?
    /// Whether the walk was kept to a clock, and could be behind it when its file failed.
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

    /// What a check says, of the session as it lies, or repaired where nothing else can be asked.
    private func checkedVerdict() throws -> FootfallCommand.Verdict {
        var verdict = try footfall.check(session)
        if struckTheClosing || isLasting {
            // A listed file that never came cannot be repaired either.
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

    /// Every sample until a file's end is in it or in a gap; in words, how many.
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
            // Whose file has failed is stopped at once, with what it was behind.
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

    /// The last at which it failed.
    private var place: String { struck.last ?? "" }

    /// Nobody could look for runs that died: that is told, and the recording goes on.
    ///
    /// A folder that fails to close has been looked through.
    private var struckTheLooking: Bool {
        let couldLook = ["/EINTR", "/EINVAL", "close/"].contains { fault?.contains($0) ?? true }
        guard let folder, status == 0, !couldLook else { return false }
        return place == folder || place == "\(folder)/."
    }

    /// The journal grows as the run goes on: what one writing missed the next one says.
    private var struckAPassingWord: Bool {
        place.hasSuffix("/journal.json") || place.hasSuffix("/.manifest.json.tmp")
            || struckTheFolder
    }

    /// A lease that cannot be ended stays, and harms nobody: what it is of has come to its end.
    private var struckTheLease: Bool { place.hasSuffix("/.lease") }

    /// The same of what a lease was written into, once it has its name.
    private var struckWhatIsLeftOfLease: Bool { struckTheLease || place.contains("/.lease.") }

    private var struckTheFolder: Bool { !session.isEmpty && place == session }

    /// The result or the last manifest could not be written; the next start, or a repair, does it.
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

    /// A device that is gone for good takes the ends of the documents with it.
    private var isLasting: Bool { fault?.hasSuffix("-lasting") ?? false }

    private func checkStatus() throws {
        guard let fault else { return }
        let isHarmless =
            ["/EINTR", "/SHORT"].contains { fault.hasSuffix($0) }
            || ["fsync/EINVAL", "link/EOPNOTSUPP"].contains(fault)
        // What these do can be done without, or is over anyway.
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
            // What a repair found, and kept beside what it made of it.
        } else if name.hasPrefix(".lease"), struckWhatIsLeftOfLease {
            // Its end could not be written.
        } else {
            throw BenchmarkError("\(name) was left behind")
        }
    }

    /// The kinds of the results, in order; after the files the error, if there was one.
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

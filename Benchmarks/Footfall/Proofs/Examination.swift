// Looks at what a recording left behind after something went wrong, with Foundation's JSON reader and
// not with ours: every document is whole, the manifest and the result say how it ended, the command
// complained in one line, and `footfall check` copes.

import Foundation

struct Examination {
    private let session: String
    private let folder: String?
    /// How `footfall record` ended.
    private let status: Int
    /// The call that was made to fail and how, as in "pwrite/EIO-lasting".
    private let fault: String?
    /// The file or folder at which it failed.
    private let place: String
    private let complaints: String?
    private let footfall: String?

    init(_ arguments: Arguments) throws {
        session = arguments.text("session", "")
        folder = arguments.text("folder")
        status = try arguments.integer("status", 0)
        fault = arguments.text("fault")
        place = arguments.text("at", "")
        complaints = arguments.text("complaints")
        footfall = arguments.text("footfall")
    }

    func run() throws {
        try checkStatus()
        try checkComplaints()
        if session.isEmpty {
            try checkThatNothingIsLeft()
            return
        }
        let check = try checkCommand()
        guard !isLasting else { return }
        if struckTheClosing { try repair() }
        let names = try FileManager.default.contentsOfDirectory(atPath: session)
        for name in names.sorted() { try checkIsWhole(name) }
        let told = try checkManifest()
        let results = try checkResult()
        Report.line(
            "exit \(status), \(names.count) files whole, manifest \(told), result \(results), "
                + "check exits \(check)"
        )
    }

    /// The manifest is rewritten as the run goes on: what one writing missed the next one says.
    private var struckAPassingManifest: Bool {
        place.hasSuffix("/.manifest.json.tmp") || struckTheFolder
    }

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
            case (1, "finished"), (1, "interrupted"): struckTheClosing
            default: false
            }
        guard isRight, status == 0 || hasErrors || struckTheClosing else {
            throw BenchmarkError("the manifest says \(told), errors \(hasErrors)")
        }
        return told
    }

    private func repair() throws {
        guard let footfall else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: footfall)
        process.arguments = ["repair", session]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationReason == .exit, [0, 3].contains(process.terminationStatus) else {
            throw BenchmarkError("`footfall repair` exits with \(process.terminationStatus)")
        }
    }

    /// A device that is gone for good takes the documents with it.
    private var isLasting: Bool { fault?.hasSuffix("-lasting") ?? false }

    private func checkStatus() throws {
        guard let fault else { return }
        let isHarmless = fault.hasSuffix("/EINTR") || fault.hasSuffix("/SHORT")
        // What these do can be done without, or is over anyway.
        let isOptional = ["fallocate/", "close/", "unlink/", "flock/"].contains {
            fault.hasPrefix($0)
        }
        let allowed = isHarmless ? [0] : isOptional || struckAPassingManifest ? [0, 1] : [1]
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
        guard lines == (status == 0 ? 0 : 1) else {
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
        case (1, .some, nil) where struckTheClosing: break
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

    /// `footfall check` may find fault with what is there, in JSON, and must not fall over it.
    private func checkCommand() throws -> Int32 {
        guard let footfall else { return 0 }
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: footfall)
        process.arguments = ["check", session, "--json"]
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let code = process.terminationStatus
        guard process.terminationReason == .exit, [0, 1, 3].contains(code),
            (try? JSONSerialization.jsonObject(with: output)) != nil
        else { throw BenchmarkError("`footfall check` exits with \(code) and prints no JSON") }
        guard status != 0 || code == 0 else {
            throw BenchmarkError("`footfall check` exits with \(code) for a good recording")
        }
        return code
    }
}

// An amendment removes words only from the texts of a session's documents. If a word remains somewhere else, or a
// file could not be searched, the report names that file, and what the user can do.

internal import SampleFile
internal import SystemCalls

/// Searches for words that an amendment could not remove.
struct AmendmentRemains {
    let erasure: TextErasure
    let manifest: SessionManifest
    let folder: OpenFolder
    /// Returns the kind of a file, which decides how it is searched.
    let kind: (String) -> AmendmentWriting.Kind

    /// Searches the folder.
    ///
    /// - Parameter path: Where the session is now.
    /// - Returns: What remains: existing files in the order of names, then missing files, then the folder's name.
    func all(at path: String) -> [SessionAmendment.Left] {
        guard !erasure.isEmpty else { return [] }
        let names: [String]
        do throws(SystemError) {
            names = try folder.list().sorted()
        } catch {
            return [unread(FileSystem.name(of: path), error)]
        }
        var left = names.filter { $0 != Lease.fileName }.compactMap(look)
        left += manifest.files.filter { !$0.isLost && !names.contains($0.path) }.map {
            SessionAmendment.Left(
                $0.path,
                "it is not there, and may have a word to be erased; when it is back, amend the session once more"
            )
        }
        if erasure.stands(inName: FileSystem.name(of: path)) {
            left.append(
                SessionAmendment.Left(
                    FileSystem.name(of: path),
                    "a word to be erased stands in the name of the folder; give it another"
                )
            )
        }
        return left
    }

    private func look(at name: String) -> SessionAmendment.Left? {
        guard folder.kind(of: name) == .file else {
            return SessionAmendment.Left(
                name,
                "it is not a file, and was not searched for the words to be erased; search it, or move it elsewhere"
            )
        }
        var found: Set<TextErasure.Place> = []
        var stands = false
        var damage: String?
        let (kind, erasure) = (kind(name), erasure)
        do throws(SystemError) {
            _ = try AmendedBytes.has(
                name,
                in: folder,
                inWholeLines: kind.needsWholeLines
            ) { piece in
                switch kind {
                case .json: found.formUnion(erasure.members(inJSON: piece))
                case .samples:
                    found.formUnion(erasure.members(inJSON: piece, isOfSamples: true))
                case .csv(let columns):
                    stands = erasure.stands(inCSV: piece, columns: columns)
                case .progress: stands = AmendmentWriting.progressStands(piece, erasure)
                case .other: stands = erasure.stands(in: String(decoding: piece, as: UTF8.self))
                }
                return stands
            }
            damage = try AmendedBytes.damage(of: name, in: folder)
        } catch {
            return unread(name, error)
        }
        if let damage {
            return SessionAmendment.Left(
                name,
                "\(damage), so it could not be searched for the words to be erased: the file stays as it was; "
                    + "keep it from others, or delete it if you do not need it"
            )
        }
        if !found.isEmpty { return SessionAmendment.Left(name, Self.words(on: found)) }
        if stands { return SessionAmendment.Left(name, words(on: kind, name)) }
        guard erasure.stands(inName: name) else { return nil }
        return SessionAmendment.Left(
            name,
            isOfTheSession(name)
                ? "a word to be erased stands in its name, by which the session knows it: it stays"
                : "a word to be erased stands in its name; give it another, or delete it"
        )
    }

    private func unread(_ name: String, _ error: SystemError) -> SessionAmendment.Left {
        SessionAmendment.Left(
            name,
            "it could not be searched for the words to be erased: \(error.errno); "
                + (error.remedyOfReading
                    ?? "see that it can be read, and amend the session once more")
        )
    }

    private func words(on kind: AmendmentWriting.Kind, _ name: String) -> String {
        switch kind {
        case .progress:
            "a line of it cannot be read, and may have a word to be erased; delete it if the run is not to go on"
        case .other where isOfTheSession(name):
            "a word to be erased stands in it, and it is no text that can be changed: look at it by hand"
        case .other:
            "a word to be erased stands in it, and it is no document of the session: look at it by hand, or delete it"
        case .json, .samples, .csv:
            "a word to be erased stands in it as a part of another; give that one to --erase"
        }
    }

    private func isOfTheSession(_ name: String) -> Bool {
        !CheckRules.unknown(among: [name], manifest).contains(name)
    }

    /// Describes the members in which a word remains, and what changes them.
    static func words(on places: Set<TextErasure.Place>) -> String {
        let told = Set(places.map(\.member)).sorted().map { "`\($0)`" }.joined(separator: ", ")
        let remedies = places.map { place in
            switch place {
            case .text(let member): "give the whole word of `\(member)` to --erase"
            case .name(let member): "the name `\(member)` stays, since programs find things by it"
            case .kept(let member, "participant") where Participant.Part(rawValue: member) != nil:
                "--\(member) corrects `\(member)`"
            case .kept(let member, let keeper) where member == keeper:
                "`\(member)` stays, since programs find things by it"
            case .kept(let member, let keeper):
                "`\(member)` stays, since it is of `\(keeper)`, by which programs find things"
            }
        }
        .sorted()
        return "a word to be erased stands there as \(told); \(remedies.joined(separator: ", "))"
    }
}

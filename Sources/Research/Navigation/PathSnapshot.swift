// A saved run, from which the run can be restored after its process was killed. It consists of named pieces, one for
// each level and one for each result, so that saving a running task writes only the pieces that have changed.

internal import FoundationEssentials

/// All data that is needed to restore a run at its current step, or the part of the data that has changed.
public struct PathSnapshot: Sendable {
    var run = Run()
    var levels: [String: Level] = [:]
    var results: [String: CodedResult] = [:]

    /// The values that are common to all levels.
    struct Run: Codable {
        /// The identifier of the task.
        var identifier = ""
        var cohorts: [String] = []
        var recalledCohorts: [String] = []
        var shouldShowAbbreviatedInstructions = false
    }

    /// One level of a run that is open or was open before.
    struct Level: Codable {
        /// The identifiers from the root down to this level.
        var path: [String]
        var stepIdentifier: String?
        /// The identifier of the level that is open within this one.
        var openChild: String?
        /// The result without its step history and async results, which are pieces of their own.
        ///
        /// The properties below count these pieces and those of the previous results.
        var result: CodedResult
        var history: Int
        var previous: Int
        var recorded: Int?
    }

    /// The lists of results that a level has.
    enum List: String { case history, previous, recorded }

    /// Returns the name of a level's piece; separators within identifiers are escaped.
    static func name(of path: [String]) -> String {
        path.map {
            $0.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%") }
                ? $0.replacing("%", with: "%25").replacing("/", with: "%2F") : $0
        }
        .joined(separator: "/")
    }

    /// Returns the name of a result's piece.
    static func name(of place: Int, in list: List, of level: String) -> String {
        "\(list.rawValue) \(place) \(level)"
    }

    /// Returns the results of a level; `nil` if one of them is missing.
    func results(_ list: List, _ count: Int, of level: String) -> [any RSDResult]? {
        let found = (0..<count).compactMap {
            results[Self.name(of: $0, in: list, of: level)]?.value
        }
        return found.count == count ? found : nil
    }

    /// The step that the run was saved at.
    public var stepIdentifier: String? {
        var path = [run.identifier]
        while let inner = levels[Self.name(of: path)]?.openChild { path.append(inner) }
        return levels[Self.name(of: path)]?.stepIdentifier
    }

    /// Returns the pieces of a level and of all levels within it.
    func part(at path: [String]) -> PathSnapshot {
        var part = PathSnapshot(run: run)
        for (name, level) in levels where level.path.starts(with: path) {
            part.levels[name] = level
            let lists: [(List, Int)] = [
                (.history, level.history), (.previous, level.previous),
                (.recorded, level.recorded ?? 0),
            ]
            for (list, count) in lists {
                for place in 0..<count {
                    let name = Self.name(of: place, in: list, of: name)
                    part.results[name] = results[name]
                }
            }
        }
        return part
    }

    /// Replaces pieces by later versions, and adds new ones.
    package mutating func add(_ later: PathSnapshot) {
        run = later.run
        addLevels(of: later)
    }

    /// Replaces the pieces of levels by later versions, and adds new ones; `run` stays as it is.
    mutating func addLevels(of later: PathSnapshot) {
        levels.merge(later.levels) { $1 }
        results.merge(later.results) { $1 }
    }

    /// Replaces each result of each level by what `change` returns for it; removes a result for which that is `nil`.
    mutating func changeResults(_ change: (any RSDResult) -> (any RSDResult)?) {
        for (name, level) in levels {
            var level = level
            level.history = changeResults(.history, level.history, of: name, change)
            level.previous = changeResults(.previous, level.previous, of: name, change)
            if let recorded = level.recorded {
                level.recorded = changeResults(.recorded, recorded, of: name, change)
            }
            levels[name] = level
        }
    }

    /// Changes the results of one list of a level, and returns how many remain.
    private mutating func changeResults(
        _ list: List,
        _ count: Int,
        of level: String,
        _ change: (any RSDResult) -> (any RSDResult)?
    ) -> Int {
        // Do not change a list that lacks a result: with fewer entries, it could look complete.
        guard let found = results(list, count, of: level) else { return count }
        let kept = found.compactMap(change)
        for place in 0..<count {
            results[Self.name(of: place, in: list, of: level)] =
                place < kept.count ? CodedResult(kept[place]) : nil
        }
        return kept.count
    }
}

// MARK: Documents

extension PathSnapshot {
    private static let runName = "run"
    private static let levelPrefix = "level "

    /// Returns each piece encoded, by its name.
    package func documents(_ factory: RSDFactory) throws -> [String: [UInt8]] {
        let encoder = factory.createJSONEncoder()
        var documents = [Self.runName: Array(try encoder.encode(run))]
        for (name, level) in levels {
            documents[Self.levelPrefix + name] = Array(try encoder.encode(level))
        }
        for (name, result) in results { documents[name] = Array(try encoder.encode(result)) }
        return documents
    }

    /// Decodes a snapshot from its pieces.
    package init(documents: [String: [UInt8]], _ factory: RSDFactory) throws {
        let decoder = factory.createJSONDecoder()
        for (name, bytes) in documents {
            let data = Data(bytes)
            if name == Self.runName {
                run = try decoder.decode(Run.self, from: data)
            } else if name.hasPrefix(Self.levelPrefix) {
                let name = String(name.dropFirst(Self.levelPrefix.count))
                levels[name] = try decoder.decode(Level.self, from: data)
            } else {
                results[name] = try decoder.decode(CodedResult.self, from: data)
            }
        }
    }
}

/// Why a saved run cannot be restored.
public enum PathRestoreError: Error, Sendable, Hashable {
    /// The saved run is of another task.
    case otherTask(saved: String, present: String)
    /// The task no longer has the step that the run was saved at.
    case missingStep(String, level: String)
    /// The saved pieces of a level are incomplete, or are not the result of a task.
    case missingResult(level: String)
}

extension PathRestoreError: CustomStringConvertible, RSDCodedError {
    public var description: String {
        switch self {
        case .otherTask(let saved, let present):
            "The saved run is of '\(saved)', and this task is '\(present)'; open that task."
        case .missingStep(let step, let level):
            "The saved run had reached the step '\(step)' of '\(level)', which is no longer there; "
                + "start a new run of the task."
        case .missingResult(let level):
            "The saved run has no task result for '\(level)'; start a new run of the task."
        }
    }

    public var errorDomain: String { "PathRestoreErrorDomain" }

    public var errorCode: Int {
        switch self {
        case .otherTask: -1
        case .missingStep: -2
        case .missingResult: -3
        }
    }
}

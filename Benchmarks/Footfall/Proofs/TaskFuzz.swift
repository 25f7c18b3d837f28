// Task files come from outside. Whatever one contains, decoding it gives a task or an error with a place: no crash,
// no hang, and no task that cannot be written and read again. What the schema refuses, the check refuses, and the
// check says the same each time.

import Foundation
import Research

struct TaskFuzz {
    private let seconds: Int
    private let seed: UInt64
    private let only: Int?
    private let samples: String
    private let scratch: String

    init(_ arguments: Arguments) throws {
        let environment = ProcessInfo.processInfo.environment["FOOTFALL_FUZZ_SECONDS"]
        seconds = try arguments.integer("seconds", environment.flatMap(Int.init) ?? 30)
        let random = Int(truncatingIfNeeded: UInt64.random(in: 0...(1 << 48)))
        seed = UInt64(try arguments.integer("seed", random))
        only = try arguments.text("round").map { _ in try arguments.integer("round", 0) }
        samples = arguments.text("samples", "SampleData/Tasks")
        scratch = arguments.text("output", ".build/proofs/task-fuzz")
    }

    func run() throws {
        Report.line("task-fuzz --seed \(seed): \(seconds) s")
        try FileManager.default.createDirectory(
            atPath: scratch,
            withIntermediateDirectories: true
        )
        let documents = try load()
        let factory = RSDFactory(
            surroundings: FactorySurroundings(
                resources: RSDResourceLocator(folders: [scratch, samples])
            )
        )
        let judge = SchemaJudge(TaskFileSchema.schema(of: factory))
        let watch = RoundWatch("task-fuzz: --seed \(seed)")
        let end = ContinuousClock.now + .seconds(seconds)
        var tally = Tally()
        var round = only ?? 0
        repeat {
            watch.begin(round)
            try attempt(round, on: documents, by: factory, judge, &tally)
            round += 1
        } while only == nil && ContinuousClock.now < end
        watch.finish()
        Report.line(
            "\(round) files: \(tally.decoded) decoded, \(tally.refused) refused with a place, "
                + "\(tally.found) faults found, \(tally.noted) notes; "
                + "\(tally.refusedBySchema) refused by the schema"
        )
        let counts = [tally.decoded, tally.refused, tally.noted, tally.refusedBySchema]
        guard only != nil || counts.allSatisfy({ $0 > 0 }) else {
            throw BenchmarkError("the changes try nothing: all files went the same way")
        }
    }

    private struct Tally {
        var decoded = 0
        var refused = 0
        var found = 0
        var noted = 0
        var refusedBySchema = 0
    }

    private func load() throws -> [JSONValue] {
        let names = try FileManager.default.contentsOfDirectory(atPath: samples)
            .filter { $0.hasSuffix(".json") }.sorted()
        guard !names.isEmpty else { throw BenchmarkError("there are no tasks in \(samples)") }
        return try names.map { name in
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(samples)/\(name)"))
            return try JSONDecoder().decode(JSONValue.self, from: bytes)
        }
    }

    /// One changed file; half of the time it is a resource of another one.
    private func attempt(
        _ round: Int,
        on documents: [JSONValue],
        by factory: RSDFactory,
        _ judge: SchemaJudge,
        _ tally: inout Tally
    ) throws {
        var random = SeededRandom(seed: seed &+ UInt64(round))
        guard let document = documents.randomElement(using: &random) else { return }
        let isResource = Bool.random(using: &random)
        var mutation = TaskMutation(random)
        let (bytes, says) = mutation.mutated(document)
        // So that it is still there after a crash.
        try bytes.write(to: URL(fileURLWithPath: "\(scratch)/Mutated.json"))
        let file = isResource ? Self.using("Mutated") : bytes
        let refusal = try decode(file, by: factory, in: round)
        let findings = TaskFileCheck.findings(in: file, factory: factory)
        let faults = findings.faults
        tally.found += faults.count
        tally.noted += findings.notes.count
        tally.decoded += refusal == nil ? 1 : 0
        tally.refused += refusal == nil ? 0 : 1
        if let refusal, faults.isEmpty {
            throw failure(round, "is refused, but the check finds nothing: \(refusal)")
        }
        let again = TaskFileCheck.findings(in: file, factory: factory)
        guard again.faults == faults, again.notes == findings.notes else {
            throw failure(round, "has other findings the second time")
        }
        // The schema also refuses what the check ignores, so `asRead` leaves that out.
        guard let says, !isResource, try !judge.takes(says.asRead) else { return }
        tally.refusedBySchema += 1
        if faults.isEmpty { throw failure(round, "is refused by the schema, and not by the check") }
    }

    private static func using(_ name: String) -> Data {
        Data(
            """
            { "identifier": "t", "steps": [
              { "identifier": "s", "type": "transform", "title": "over",
                "resourceTransformer": { "resourceName": "\(name)" },
                "steps": [{ "identifier": "countdown", "duration": 1 }],
                "asyncActions": [{ "identifier": "motion", "frequency": 10 }] } ] }
            """.utf8
        )
    }

    /// The error of a file; `nil` if it is a task, which is then encoded and decoded again.
    private func decode(
        _ file: Data,
        by factory: RSDFactory,
        in round: Int
    ) throws -> RSDTaskFileError? {
        let task: any RSDTask
        do {
            task = try factory.decodeTask(with: file)
        } catch let error as RSDTaskFileError {
            return error
        } catch {
            throw failure(round, "is refused without a place: \(error)")
        }
        do {
            try task.validate()
        } catch is RSDValidationError {
            // A task that is not valid is refused properly.
        } catch {
            throw failure(round, "is not valid, without a place: \(error)")
        }
        do {
            let once = try factory.encodeTask(task)
            let again = try factory.encodeTask(factory.decodeTask(with: once))
            guard once == again else { throw failure(round, "is another task the second time") }
        } catch let error as BenchmarkError {
            throw error
        } catch {
            throw failure(round, "cannot be written and read again: \(error)")
        }
        return nil
    }

    private func failure(_ round: Int, _ what: String) -> BenchmarkError {
        BenchmarkError("--seed \(seed) --round \(round): \(scratch)/Mutated.json \(what)")
    }
}

extension JSONValue {
    /// Other names that earlier and later files have for keys; one is ignored if the key itself is there.
    private static let otherNames = Dictionary(
        RSDFactory().declared.objects.flatMap(\.keys)
            .compactMap { key in key.otherName.map { ($0, key.name) } }
    ) { first, _ in first }

    /// A file without what the check ignores: nulls, and the other name of a key that is there.
    fileprivate var asRead: JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.filter { key, value in
                    value != .null && Self.otherNames[key].flatMap { members[$0] } == nil
                }.mapValues(\.asRead)
            )
        case .array(let elements): .array(elements.map(\.asRead))
        case .null, .boolean, .integer, .unsigned, .number, .string: self
        }
    }
}

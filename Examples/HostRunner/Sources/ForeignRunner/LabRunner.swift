// A task runner that a laboratory has used for years. Nothing in this file depends on Footfall: it has
// stages, instruments and a notebook of its own.

import Foundation

/// Something that measures during the stages of a visit.
@MainActor
protocol Instrument: AnyObject {
    var name: String { get }
    func begin() async throws
    func stageBegan(_ stage: String)
    func end() async throws -> [NotebookEntry]
}

/// A part of a visit.
struct Stage: Decodable {
    var name: String
    var seconds: Double
}

/// The laboratory's record of a visit.
struct NotebookEntry: Codable, Equatable {
    var instrument: String
    var file: String
    var began: Date
    var ended: Date
}

/// Leads a participant through the stages of a visit.
@MainActor
struct LabRunner {
    var stages: [Stage]
    var instruments: [any Instrument]

    func run() async throws -> [NotebookEntry] {
        for instrument in instruments { try await instrument.begin() }
        for stage in stages {
            print("stage \(stage.name)")
            for instrument in instruments { instrument.stageBegan(stage.name) }
            try await Task.sleep(for: .seconds(stage.seconds))
        }
        var notebook: [NotebookEntry] = []
        for instrument in instruments { notebook += try await instrument.end() }
        return notebook
    }
}

// Adapts any recorder, Footfall's or another, to an instrument of the laboratory. The
// laboratory's runner stays as it is, and Footfall's task controller is not needed.

import Research

/// A recorder as the laboratory's runner sees it.
@MainActor
final class RecorderInstrument: Instrument {
    let recorder: any RSDAsyncActionController
    private let place: RSDStandalonePath

    /// Wraps a recorder that was made for this place.
    init(_ recorder: any RSDAsyncActionController, at place: RSDStandalonePath) {
        self.recorder = recorder
        self.place = place
    }

    var name: String { recorder.configuration.identifier }

    func begin() async throws {
        _ = try await recorder.requestPermissions()
        try await recorder.start()
    }

    func stageBegan(_ stage: String) {
        place.currentStepIdentifier = stage
        recorder.moveTo(step: RSDUIStepObject(identifier: stage), taskPath: place)
    }

    func end() async throws -> [NotebookEntry] {
        let result = try await recorder.stop()
        return [result].compactMap { $0 as? any RSDFileResult }.map { file in
            NotebookEntry(
                instrument: file.identifier,
                file: file.relativePath ?? "",
                began: file.startDate,
                ended: file.endDate
            )
        }
    }
}

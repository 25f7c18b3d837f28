// Sensors whose values are calibrated. The stored calibrations are read when the sensors are opened, on the thread
// that reads them. Notes report calibrations that may be outdated; this is known only when the devices are open and
// report their temperature.

internal import IIOSource
internal import MotionRecorder
internal import PlainWords
internal import SampleStream
internal import SessionRuns
internal import Timebase

/// Sensors with their stored calibrations.
final class CalibratedSource: SampleSource {
    typealias Sample = MotionSample

    private let request: IIORequest
    private let store: CalibrationStore
    private let notes: LaterNotes
    private var source: IIOMotionSource?

    init(_ request: IIORequest, by store: CalibrationStore, noting notes: LaterNotes) {
        self.request = request
        self.store = store
        self.notes = notes
    }

    /// False, because a device does not wait.
    var waitsForRoom: Bool { false }

    func open(until stop: StopSignal) throws -> SourceDescription {
        let source = IIOMotionSource(try request.calibrated(by: store))
        self.source = source
        let description: SourceDescription
        do {
            description = try source.open(until: stop)
        } catch let error as IIOError {
            throw Self.explained(error, at: request.uri, in: store)
        }
        let now = ClockReading.now().realtime
        for note in CalibrationAge.notes(on: description.details, at: now) { notes.tell(note) }
        return description
    }

    /// Adds to an error about missing calibrations the command that makes them; returns other errors unchanged.
    static func explained(
        _ error: IIOError,
        at uri: String,
        in store: CalibrationStore
    ) -> any Error {
        guard case .notCalibrated(let sensors) = error.kind else { return error }
        var words = ["footfall calibrate"]
        if uri != SourceOptions.defaultURI { words.append("--uri \(uri)") }
        words.append("--device \(error.place) --types \(sensors)")
        if let folder = store.folder {
            words.append("--calibrations " + (folder.contains(" ") ? "'\(folder)'" : folder))
        }
        return RunFailure(
            "\(error.place): \(error.what); make it with `\(words.joined(separator: " "))`, or leave out --calibrated"
                .printable
        )
    }

    func capture(
        into sink: inout SampleSink<MotionSample>,
        until stop: StopSignal
    ) throws -> SourceEnding {
        try source?.capture(into: &sink, until: stop) ?? .stopped
    }

    func close() {
        source?.close()
        source = nil
    }
}

extension IIORequest {
    /// The request, with the stored calibrations of devices.
    func calibrated(by store: CalibrationStore) throws -> IIORequest {
        var request = self
        request.calibrations = try store.known()
        request.tellsTemperature = true
        return request
    }
}

// A file of a session, and the recorder that wrote it: the same one records it again.

internal import InputRecorder
internal import MotionRecorder
internal import ReplaySource
internal import SampleFile
internal import SampleStream
internal import SessionFolder
internal import Timebase

/// A file that is recorded again, and what of it.
struct ReplayedFile {
    let file: SessionManifest.File
    private let content: Content

    private enum Content {
        case motion([MotionSensorType])
        /// All kinds of events, with the keys that are named.
        case input(keys: [String])
        case touches
    }

    /// A file of which something is wanted; `nil` where nothing is.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - session: The session.
    ///   - types: The types of motion that are wanted; without it, everything is.
    /// - Throws: Where the file cannot be opened.
    init?(
        _ file: SessionManifest.File,
        of session: Session,
        types: [MotionSensorType]?
    ) throws {
        self.file = file
        switch RecordedKind(of: file) {
        case .motion:
            let wanted = try Self.wantedTypes(types, of: file, in: session)
            guard !wanted.isEmpty else { return nil }
            content = .motion(wanted)
        case .input where types == nil:
            content = .input(keys: try InputForm.names(of: file, in: session))
        case .touch where types == nil:
            content = .touches
        case .input, .touch, .unknown: return nil
        }
    }

    private static func wantedTypes(
        _ types: [MotionSensorType]?,
        of file: SessionManifest.File,
        in session: Session
    ) throws -> [MotionSensorType] {
        let recorded = try RecordedSessionSource.types(of: file, in: session)
        // A run may have died ahead of its first sample: what it meant to record is not known.
        let present =
            recorded.isEmpty && file.sensors.isEmpty
            ? MotionSensorType.raw : MotionSensorType.allCases.filter(recorded.contains)
        guard let types else { return present }
        return types.filter { type in
            present.contains(type) || type.isDerived && type.sources.allSatisfy(present.contains)
        }
    }

    /// The types of motion that are recorded again.
    var motionTypes: [MotionSensorType] {
        if case .motion(let types) = content { types } else { [] }
    }

    /// The record that its recorder writes.
    var schema: RecordSchema {
        switch content {
        case .motion: MotionFormat.schema
        case .input: InputFormat.schema
        case .touches: TouchFormat.schema
        }
    }

    // MARK: The recorder

    /// The recorder that records it again.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - timekeeper: The time of the recording.
    ///   - cut: Where it ends, should the file be longer.
    ///   - isCSV: CSV or JSON; without it, as the file is.
    /// - Returns: The recorder, with the file as its source.
    @MainActor
    func recorder(
        in session: Session,
        _ timekeeper: any Timekeeper,
        cut: BootInstant?,
        isCSV: Bool?
    ) -> PlannedRecorder {
        let file = file
        let usesCSV = isCSV ?? (file.layout == .csv || file.layout == .csvWithoutHeader)
        let usesRootDictionary = file.layout == .dictionary
        func input(
            _ like: any InputRecording,
            _ makeSource: @escaping PlannedRecorder.InputSourceMaker
        ) -> PlannedRecorder {
            var configuration = like
            configuration.usesCSVEncoding = usesCSV
            configuration.usesRootDictionary = usesRootDictionary
            configuration.shouldDeletePrevious = false
            return PlannedRecorder(
                configuration,
                placement: file.placement,
                sections: file.sections,
                timekeeper: timekeeper,
                makeSource: makeSource
            )
        }
        switch content {
        case .motion(let types):
            return PlannedRecorder(
                MotionRecorderConfiguration(
                    identifier: file.identifier,
                    recorderTypes: types,
                    usesCSVEncoding: usesCSV,
                    usesRootDictionary: usesRootDictionary,
                    // Two files of one identifier were both kept when they were recorded.
                    shouldDeletePrevious: false
                ),
                placement: file.placement,
                sections: file.sections,
                timekeeper: timekeeper,
                makeSource: { request in
                    AnySampleSource(
                        RecordedSessionSource(
                            file,
                            of: session,
                            types: Set(request.types + request.derivedTypes),
                            timekeeper: timekeeper,
                            cut: cut
                        )
                    )
                }
            )
        case .input(let keys):
            var configuration = InputRecorderConfiguration(identifier: file.identifier)
            configuration.includeKeys = keys
            return input(configuration) { request, _ in
                AnySampleSource(
                    RecordedInputSource(
                        file,
                        of: session,
                        names: request.keys,
                        timekeeper: timekeeper,
                        cut: cut
                    )
                )
            }
        case .touches:
            return input(TouchRecorderConfiguration(identifier: file.identifier)) { _, _ in
                AnySampleSource(
                    RecordedTouchSource(file, of: session, timekeeper: timekeeper, cut: cut)
                )
            }
        }
    }
}

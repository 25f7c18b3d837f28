// The same for what people put in. Nobody may have touched anything while a session was recorded: that
// a file lacks what a recorder asks for is no reason to refuse it, as it would be with motion.

public import InputRecorder
public import SampleStream
internal import SessionFolder
public import Timebase

extension SessionMotion {
    /// A source for a recorder of input, or of touches.
    ///
    /// A recorder of touches can have them from a file of all kinds of input, and the other way round.
    ///
    /// - Parameters:
    ///   - request: What the recorder asks for; of the keys in the file it names those of `keys`.
    ///   - identifier: The recorder's.
    ///   - sections: The sections it runs in, the outermost first.
    ///   - timekeeper: The time of the new run.
    ///   - runStart: When the new run began.
    /// - Returns: The source, not opened.
    /// - Throws: `SessionError` where the session has nothing for this recorder.
    public func inputSource(
        for request: InputRequest,
        identifier: String,
        sections: [String],
        timekeeper: any Timekeeper,
        runStart: BootInstant
    ) throws -> sending AnySampleSource<InputSample> {
        let files = session.sampleFiles.filter { [.input, .touch].contains(RecordedKind(of: $0)) }
        let chosen = try choose(identifier, sections, files, InputForm.subject) { files in
            let fitting = try files.filter { file in
                let kinds = try kinds(of: file)
                return kinds.isEmpty || !kinds.isDisjoint(with: request.kinds)
            }
            return fitting.count == 1 ? fitting.first : nil
        }
        let channels = InputChannel.numbers(of: request.kinds)
        if RecordedKind(of: chosen.file) == .touch {
            return AnySampleSource(
                transposed(chosen, TouchForm(), channels, timekeeper, runStart)
            )
        }
        let form = InputForm(names: request.keys)
        return AnySampleSource(transposed(chosen, form, channels, timekeeper, runStart))
    }

    private func kinds(of file: SessionManifest.File) throws -> Set<InputKind> {
        guard RecordedKind(of: file) == .input else { return [.touches] }
        return try RecordedInputSource.kinds(of: file, in: session)
    }
}

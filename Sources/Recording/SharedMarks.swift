// A press of a foot switch belongs in the file of every sensor that records beside it. Marks made here
// reach them all, from whichever thread hears of the press, with the instant at which it happened.

internal import Synchronization
public import Timebase

/// What makes marks in the files of all recorders whose surroundings have it.
public final class SharedMarks: Sendable {
    private let streams = Mutex<[ObjectIdentifier: any RecordingStream]>([:])

    /// For recorders that begin later.
    public init() {}

    /// Puts a mark into every file that is being written.
    ///
    /// It has its own instant; readings from after it may stand before it.
    public func mark(_ name: String, at instant: BootInstant) {
        // Outside the lock: a stream takes a lock of its own.
        for stream in streams.withLock({ Array($0.values) }) {
            stream.note(.marked(name: name), at: instant)
        }
    }

    func join(_ newStreams: [any RecordingStream]) {
        streams.withLock { streams in
            for stream in newStreams { streams[ObjectIdentifier(stream)] = stream }
        }
    }

    func leave(_ oldStreams: [any RecordingStream]) {
        streams.withLock { streams in
            for stream in oldStreams { streams[ObjectIdentifier(stream)] = nil }
        }
    }
}

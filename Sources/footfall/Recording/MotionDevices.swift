// Motion comes from the inertial sensors that Linux knows by its Industrial I/O. Some accelerometers it
// knows as input devices instead: where this machine has nothing else, one of those is taken.

internal import EvdevSource
internal import IIOSource
internal import MotionRecorder
internal import SampleStream

/// The motion sensors of a context.
struct MotionDevices: Sendable, Hashable {
    /// The address of the context.
    var uri: String

    /// Throws what stands in the way of recording what is asked.
    func check(_ request: MotionRequest) throws {
        let asked = asked(request)
        do {
            try IIOPermissions.check(asked)
        } catch let absence where isOfThisMachine(asked) && Self.isNone(absence) {
            do {
                try EvdevMotionSource.check(request)
            } catch let error where Self.isNone(error) {
                throw absence
            }
        }
    }

    /// What gives what is asked.
    func source(for request: MotionRequest) -> sending AnySampleSource<MotionSample> {
        let asked = asked(request)
        guard isOfThisMachine(asked) else { return AnySampleSource(IIOMotionSource(asked)) }
        return AnySampleSource(
            FallbackSource(
                IIOMotionSource(asked),
                orElse: EvdevMotionSource(request),
                whereNone: Self.isNone
            )
        )
    }

    private func asked(_ request: MotionRequest) -> IIORequest {
        var asked = IIORequest(request, uri: uri)
        // What it says comes back as an error, which is told in one line.
        asked.mutesLibrary = true
        return asked
    }

    /// Of another machine, its daemon tells the inertial sensors and nothing else.
    private func isOfThisMachine(_ request: IIORequest) -> Bool {
        request.uri == SharedOptions.defaultURI
    }

    /// Whether an error says that there is no such device.
    private static func isNone(_ error: any Error) -> Bool {
        if let error = error as? IIOError, case .noSuchDevice = error.kind { return true }
        if let error = error as? EvdevError, case .noSuchDevice = error.kind { return true }
        return false
    }
}

// Names of events and effects, so that tables of them read like the specification.

import Research

/// The errors of these tests, told apart by their names.
enum Fault: Error, Hashable {
    case denial, disk, device, close
}

extension AsyncActionLifecycle.Event {
    /// Every event, under the name that the tables give it.
    static let byName: [String: AsyncActionLifecycle.Event] = [
        "requestPermission": .requestPermission,
        "permissionGranted": .permissionGranted,
        "permissionDenied": .permissionDenied(Fault.denial),
        "start": .start,
        "opened": .opened,
        "openFailed": .openFailed(Fault.device),
        "openAbandoned": .openAbandoned,
        "pause": .pause,
        "resume": .resume,
        "stop": .stop,
        "drained": .drained,
        "filesClosed": .filesClosed,
        "closeFailed": .closeFailed(Fault.close),
        "released": .released,
        "sourceEnded": .sourceEnded,
        "cancel": .cancel,
        "fail": .fail(Fault.disk),
    ]

    static let allNames = byName.keys.sorted()
}

extension AsyncActionLifecycle.Effect {
    var word: String {
        switch self {
        case .askPermission: "askPermission"
        case .openAndStart: "openAndStart"
        case .markPaused: "markPaused"
        case .markResumed: "markResumed"
        case .stopCapture(let draining): draining ? "drainCapture" : "breakCapture"
        case .closeFiles: "closeFiles"
        case .releaseDevice: "releaseDevice"
        case .tellDelegate(let error): "tellDelegate(\(error.word))"
        case .answerPermission(.success(let status)): "answerPermission(\(status))"
        case .answerPermission(.failure(let error)): "answerPermission(\(error.word))"
        case .answerStart(.success): "answerStart(ok)"
        case .answerStart(.failure(let error)): "answerStart(\(error.word))"
        case .refuseStart(let error): "refuseStart(\(error.word))"
        case .answerStop(.success): "answerStop(ok)"
        case .answerStop(.failure(let error)): "answerStop(\(error.word))"
        }
    }
}

extension Error {
    /// The name of the error's case.
    var word: String {
        if let fault = self as? Fault { return "\(fault)" }
        switch self as? RecorderError {
        case .finished: return "finished"
        case .alreadyRunning: return "alreadyRunning"
        case .cancelled: return "cancelled"
        case .interrupted, .permissionDenied, nil: return "unexpected \(self)"
        }
    }
}

// The study's task, the same for the phone, the board and the tests.

internal import Foundation
internal import MotionRecorder
public import Research

/// The study's task.
public enum TenMetreWalk {
    /// The name of its recorder.
    public static let recorder = "lowBack_motion"

    /// A factory that reads the task.
    public static func factory() throws -> RSDFactory {
        let factory = RSDFactory()
        try factory.register(.motion)
        return factory
    }

    /// The task, read from the study's file.
    public static func task(by factory: RSDFactory) throws -> any RSDTask {
        guard let file = Bundle.module.url(forResource: "TenMetreWalk", withExtension: "json")
        else { throw CocoaError(.fileNoSuchFile) }
        return try factory.decodeTask(with: Data(contentsOf: file))
    }
}

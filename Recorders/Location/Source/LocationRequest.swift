// What to record of a receiver, and its description for the manifest, which reveals no position.

internal import SampleStream

/// The receiver to record, and what to keep of it.
public struct LocationRequest: Sendable, Hashable {
    /// The address of gpsd.
    public var address: ReceiverAddress
    /// Whether latitude and longitude are kept.
    public var keepsCoordinates: Bool
    /// The step of the walk, for the manifest.
    public var motionStep: String?

    /// A program that reads gpsd as a child process, even a gpsd of this machine.
    ///
    /// If it is `nil`, the program for all children reads a gpsd of another machine, and no child one of this machine.
    var childProgram: String?

    /// A request for the fixes of a receiver.
    ///
    /// - Parameters:
    ///   - address: The address of gpsd.
    ///   - keepsCoordinates: Whether latitude and longitude are kept.
    ///   - motionStep: The step of the walk, for the manifest.
    public init(address: ReceiverAddress, keepsCoordinates: Bool, motionStep: String? = nil) {
        self.address = address
        self.keepsCoordinates = keepsCoordinates
        self.motionStep = motionStep
    }

    /// The description of the receiver for a session's manifest.
    var description: SourceDescription {
        var description = SourceDescription(name: address.text, kind: "gpsd", clock: "boottime")
        description.details["timestamps"] = "arrival: when the report was read that had the fix"
        description.details["losses"] =
            "estimated from the receiver's time, and how far fixes are apart"
        description.details["positions"] = keepsCoordinates ? "kept" : "not kept: distances alone"
        description.asked["coordinates"] = "\(keepsCoordinates)"
        description.asked["motionStepIdentifier"] = motionStep
        return description
    }
}

// What somebody wants recorded of a receiver, and what the manifest says of it: nothing of where it was.

internal import SampleStream

/// Which receiver to record, and what of it.
public struct LocationRequest: Sendable, Hashable {
    /// Where gpsd answers.
    public var address: ReceiverAddress
    /// Whether latitude and longitude are kept.
    public var keepsCoordinates: Bool
    /// The step that is walked in, for the manifest.
    public var motionStep: String?

    /// The program that reads what gpsd sends as a child process, also where no network is between; nil for the one of
    /// all children, and for none at a gpsd of this machine.
    var childProgram: String?

    /// A request for the fixes of a receiver.
    ///
    /// - Parameters:
    ///   - address: Where gpsd answers.
    ///   - keepsCoordinates: Whether latitude and longitude are kept.
    ///   - motionStep: The step that is walked in, for the manifest.
    public init(address: ReceiverAddress, keepsCoordinates: Bool, motionStep: String? = nil) {
        self.address = address
        self.keepsCoordinates = keepsCoordinates
        self.motionStep = motionStep
    }

    /// The receiver, as a session's manifest has it.
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

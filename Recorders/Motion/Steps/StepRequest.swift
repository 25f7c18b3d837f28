// Whether a recorder counts steps. The configuration requests it, and the sensor's placement decides whether it
// is possible. The session stores the request too, so that recording it again gives the same answers.

internal import Gait
internal import Recording
internal import Research
internal import SampleStream
internal import SessionFolder

/// The request to count steps in the readings of one recorder.
struct StepRequest {
    /// The keys and values that store the request in a session, in the details of the recorder's device.
    private enum Detail {
        static let steps = "steps"
        static let counted = "counted"
        /// Steps were requested, but the sensor is worn where none can be counted.
        static let wanted = "wanted, not counted"
        static let legLength = "legLength"
    }

    private let identifier: String
    private let placement: String?
    private let legLength: Double?
    private let rate: Double
    private let hasGyroscope: Bool

    /// The request in a configuration; `nil` if it requests no steps.
    init?(_ configuration: MotionRecorderConfiguration) {
        guard configuration.steps == true else { return nil }
        identifier = configuration.identifier
        placement = configuration.placement
        legLength = configuration.legLength
        rate = configuration.request.rateInHertz
        hasGyroscope = configuration.request.wantedTypes.contains(.gyro)
    }

    /// Where the sensor is worn; `nil` if the configuration states no placement that is known.
    private var place: GaitPlacement? { placement.flatMap(GaitPlacement.init(words:)) }

    /// A counter; `nil` if no steps can be counted where the sensor is worn.
    var counter: StepCounter? {
        guard MotionRecorderConfiguration.canCountSteps(at: placement) else { return nil }
        return StepCounter(
            identifier: identifier,
            isSaidToBeAtLowBack: place == .lowBack,
            legLengthInMetres: legLength,
            rateInHertz: rate,
            hasGyroscope: hasGyroscope
        )
    }

    /// A note on the sensor's placement, if one is needed.
    var note: String? {
        switch place {
        case .lowBack: nil
        case nil:
            "\(identifier): steps were counted as if the sensor were at the low back; give its "
                + "\"placement\", such as \"lowBack\""
        case .foot, .other:
            "\(identifier): no steps were counted, as its sensor is worn at '\(placement ?? "")'; they are "
                + "counted at the low back, whose \"placement\" is \"lowBack\""
        }
    }

    /// Stores the request in the details of a device.
    func describe(_ description: inout SourceDescription) {
        let isCounted = MotionRecorderConfiguration.canCountSteps(at: placement)
        description.details[Detail.steps] = isCounted ? Detail.counted : Detail.wanted
        description.details[Detail.legLength] = legLength.map { "\($0)" }
    }

    /// Applies the request stored for a recorded file to the configuration that records it again.
    static func repeatWish(
        of file: SessionManifest.File,
        in session: Session,
        by configuration: inout MotionRecorderConfiguration
    ) {
        guard let index = file.device, session.manifest.devices.indices.contains(index) else {
            return
        }
        let details = session.manifest.devices[index].details
        guard [Detail.counted, Detail.wanted].contains(details[Detail.steps]),
            configuration.request.wantedTypes.contains(.accelerometer)
        else { return }
        configuration.steps = true
        configuration.placement = file.placement
        // A session file may contain anything, so check the value.
        configuration.legLength = details[Detail.legLength].flatMap(Double.init).flatMap {
            MotionRecorderConfiguration.possibleLegLengths.contains($0) ? $0 : nil
        }
    }
}

/// Stores in a session that steps are counted, and passes all samples to the other processor.
final class StepMention: SampleProcessor {
    private let request: StepRequest
    private let processor: MotionProcessor?

    init(_ request: StepRequest, besides processor: MotionProcessor?) {
        self.request = request
        self.processor = processor
    }

    func derive(
        from items: UnsafeBufferPointer<MotionSample>,
        _ handOn: (UnsafeBufferPointer<MotionSample>) -> Void
    ) {
        guard let processor else { return unsafe handOn(items) }
        unsafe processor.derive(from: items, handOn)
    }

    func finish(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        if let processor { unsafe processor.finish(handOn) }
    }

    func describe(_ description: inout SourceDescription) {
        processor?.describe(&description)
        request.describe(&description)
    }
}

extension MotionRecorderConfiguration {
    /// True if steps can be counted at a placement: at the low back, or if none is stated.
    package static func canCountSteps(at placement: String?) -> Bool {
        let place = placement.flatMap(GaitPlacement.init(words:))
        return place == nil || place == .lowBack
    }
}

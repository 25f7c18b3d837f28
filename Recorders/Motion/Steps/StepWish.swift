// Whether a recorder counts steps is said by its configuration, and where its sensor is worn decides whether it can. The
// session says it, too: who records it again is to have the same answers.

internal import Gait
internal import Recording
internal import Research
internal import SampleStream
internal import SessionFolder

/// What is wanted of the steps in the readings of one recorder.
struct StepWish {
    /// What a session says of it, among the details of the recorder's device.
    private enum Detail {
        static let steps = "steps"
        static let counted = "counted"
        /// Somebody wants them, of a sensor that is worn where there are none.
        static let wanted = "wanted, not counted"
        static let legLength = "legLength"
    }

    private let identifier: String
    private let placement: String?
    private let legLength: Double?
    private let rate: Double
    private let hasGyroscope: Bool

    /// `nil` where none are to be counted.
    init?(_ configuration: MotionRecorderConfiguration) {
        guard configuration.steps == true else { return nil }
        identifier = configuration.identifier
        placement = configuration.placement
        legLength = configuration.legLength
        rate = configuration.request.rateInHertz
        hasGyroscope = configuration.request.wantedTypes.contains(.gyro)
    }

    /// Where the sensor is worn, as far as its words are known.
    private var place: GaitPlacement? { placement.flatMap(GaitPlacement.init(words:)) }

    /// Counts them; `nil` where the sensor is worn where no steps are counted.
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

    /// What is to be known of where the sensor is worn, if anything.
    var note: String? {
        switch place {
        case .lowBack: nil
        case nil:
            "\(identifier): steps were counted as of a sensor at the low back; say its \"placement\", "
                + "such as \"lowBack\""
        case .foot, .other:
            "\(identifier): no steps were counted, as its sensor is worn at '\(placement ?? "")'; they are "
                + "counted at the low back, whose \"placement\" is \"lowBack\""
        }
    }

    /// Says it among the details of a device.
    func describe(_ description: inout SourceDescription) {
        let isCounted = MotionRecorderConfiguration.canCountSteps(at: placement)
        description.details[Detail.steps] = isCounted ? Detail.counted : Detail.wanted
        description.details[Detail.legLength] = legLength.map { "\($0)" }
    }

    /// Asks of a recorder what a session says of the one that wrote a file.
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
        // A session is what somebody may have written anything into.
        configuration.legLength = details[Detail.legLength].flatMap(Double.init).flatMap {
            MotionRecorderConfiguration.possibleLegLengths.contains($0) ? $0 : nil
        }
    }
}

/// Says in a session that steps are counted, and has everything else computed as it is.
final class StepMention: SampleDeriver {
    private let wish: StepWish
    private let deriver: MotionDeriver?

    init(_ wish: StepWish, besides deriver: MotionDeriver?) {
        self.wish = wish
        self.deriver = deriver
    }

    func derive(
        from items: UnsafeBufferPointer<MotionSample>,
        _ handOn: (UnsafeBufferPointer<MotionSample>) -> Void
    ) {
        guard let deriver else { return unsafe handOn(items) }
        unsafe deriver.derive(from: items, handOn)
    }

    func finish(_ handOn: (UnsafeBufferPointer<MotionSample>) -> Void) {
        if let deriver { unsafe deriver.finish(handOn) }
    }

    func describe(_ description: inout SourceDescription) {
        deriver?.describe(&description)
        wish.describe(&description)
    }
}

extension MotionRecorderConfiguration {
    /// Whether steps can be counted of a sensor that is worn somewhere: at the low back, or where nobody says.
    package static func canCountSteps(at placement: String?) -> Bool {
        let place = placement.flatMap(GaitPlacement.init(words:))
        return place == nil || place == .lowBack
    }
}

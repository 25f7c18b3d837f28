// What somebody asks of a session's gait: which of its time, where sensors sat that the session does not know the place
// of, and how long a leg is.

public import Gait

/// What is asked of a session's gait.
public struct GaitRequest: Sendable, Hashable {
    /// A place that was told for a sensor, or for all.
    public struct Placement: Sendable, Hashable {
        /// The file of the sensor, by its name or without the ending; `nil` for every sensor whose place is unknown.
        public var file: String?
        public var placement: GaitPlacement

        /// Tells a place.
        public init(file: String? = nil, placement: GaitPlacement) {
            (self.file, self.placement) = (file, placement)
        }
    }

    /// How the length of a leg is known.
    public enum Leg: Sendable, Hashable {
        /// From the hip's joint to the ground, in metres.
        case measured(Double)
        /// By how tall somebody is, in metres.
        case ofStature(Double)
        /// As the session says, in metres.
        case recorded(Double)

        /// The length of the leg as a share of the stature: Winter, Biomechanics and Motor Control of Human Movement, 2009.
        public static let shareOfStature = 0.53

        /// In metres.
        public var lengthInMetres: Double {
            switch self {
            case .measured(let length), .recorded(let length): length
            case .ofStature(let stature): Self.shareOfStature * stature
            }
        }
    }

    public var placements: [Placement] = []
    public var leg: Leg?
    /// Seconds since the session began from which it is looked at.
    public var from: Double?
    /// Seconds since the session began until which it is looked at.
    public var to: Double?
    /// The only step that is looked at, by its path or name.
    public var step: String?
    /// The step in which somebody stands, by its path or name; without it, steps whose names say so.
    public var standingStep: String?

    /// Asks for all that the session has.
    public init() {}

    /// Words in the names of steps in which somebody stands.
    private static let standingWords: Set = ["stand", "standing", "balance", "sway", "romberg"]
    /// With these somebody gets up, or walks: "sitToStand", "walkAndBalance".
    private static let movingWords: Set = [
        "chair", "rise", "sit", "sitting", "to", "up", "walk", "walking",
    ]

    /// Whether a step is one of standing.
    ///
    /// - Parameters:
    ///   - path: The step's path.
    ///   - recorder: The identifier of the recorder: without a task it stands for a path, and is the name of no step.
    /// - Returns: Whether somebody stands in it.
    func isStanding(_ path: String, by recorder: String? = nil) -> Bool {
        if let standingStep { return Self.isStep(path, called: standingStep) }
        guard path != recorder, let name = path.split(separator: "/").last else { return false }
        let words = Set(GaitPlacement.tokens(of: String(name)).map { $0.prefix { $0.isLetter } })
            .map(String.init)
        return !Self.standingWords.isDisjoint(with: words)
            && Self.movingWords.isDisjoint(with: words)
    }

    /// Whether a step's path is a name, or ends with it.
    static func isStep(_ path: String, called name: String) -> Bool {
        path == name || path.hasSuffix("/\(name)")
    }

    /// Whether a time is looked at, in seconds since the session began.
    func includes(_ seconds: Double) -> Bool {
        (from.map { seconds >= $0 } ?? true) && (to.map { seconds < $0 } ?? true)
    }

    /// Whether a step is looked at.
    func includes(step path: String) -> Bool {
        step.map { Self.isStep(path, called: $0) } ?? true
    }
}

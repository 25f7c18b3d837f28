// What the user asks of a session's gait: the time range, placements of sensors that the session does not state, and
// the leg length.

public import Gait

/// What the user asks of a session's gait.
public struct GaitRequest: Sendable, Hashable {
    /// A placement for one sensor, or for all.
    public struct Placement: Sendable, Hashable {
        /// The sensor's file, by name with or without its ending; `nil` for every sensor without a known placement.
        public var file: String?
        public var placement: GaitPlacement

        /// Creates a placement.
        public init(file: String? = nil, placement: GaitPlacement) {
            (self.file, self.placement) = (file, placement)
        }
    }

    /// The origin of the leg length.
    public enum Leg: Sendable, Hashable {
        /// Measured from the hip joint to the ground, in metres.
        case measured(Double)
        /// Derived from the body height, in metres.
        case ofStature(Double)
        /// Stated by the session, in metres.
        case recorded(Double)

        /// The leg length as a share of the body height: Winter, Biomechanics and Motor Control of Human Movement,
        /// 2009.
        public static let shareOfStature = 0.53

        /// The leg length in metres.
        public var lengthInMetres: Double {
            switch self {
            case .measured(let length), .recorded(let length): length
            case .ofStature(let stature): Self.shareOfStature * stature
            }
        }
    }

    public var placements: [Placement] = []
    public var leg: Leg?
    /// The start, in seconds since the session began.
    public var from: Double?
    /// The end, in seconds since the session began.
    public var to: Double?
    /// The only step to analyse, by path or name.
    public var step: String?
    /// The step in which the person stands, by path or name; if `nil`, steps with a suitable name.
    public var standingStep: String?

    /// Requests everything in the session.
    public init() {}

    /// Words in the names of steps in which the person stands.
    private static let standingWords: Set = ["stand", "standing", "balance", "sway", "romberg"]
    /// Words that mean getting up or walking, as in "sitToStand" and "walkAndBalance".
    private static let movingWords: Set = [
        "chair", "rise", "sit", "sitting", "to", "up", "walk", "walking",
    ]

    /// True if the person stands in a step.
    ///
    /// - Parameters:
    ///   - path: The step's path.
    ///   - recorder: The recorder's identifier; without a task it stands in place of the path, and does not name a
    ///     step.
    /// - Returns: True for a standing step.
    func isStanding(_ path: String, by recorder: String? = nil) -> Bool {
        if let standingStep { return Self.isStep(path, called: standingStep) }
        guard path != recorder, let name = path.split(separator: "/").last else { return false }
        let words = Set(GaitPlacement.tokens(of: String(name)).map { $0.prefix { $0.isLetter } })
            .map(String.init)
        return !Self.standingWords.isDisjoint(with: words)
            && Self.movingWords.isDisjoint(with: words)
    }

    /// True if a step's path equals a name, or ends with it.
    static func isStep(_ path: String, called name: String) -> Bool {
        path == name || path.hasSuffix("/\(name)")
    }

    /// True if a time, in seconds since the session began, is requested.
    func includes(_ seconds: Double) -> Bool {
        (from.map { seconds >= $0 } ?? true) && (to.map { seconds < $0 } ?? true)
    }

    /// True if a step is requested.
    func includes(step path: String) -> Bool {
        step.map { Self.isStep(path, called: $0) } ?? true
    }
}

// A walk whose every detail is known. Algorithms are measured against it, and a recorder can record it on a
// machine without sensors. Everything is a function of the instant and the seed, so any sample of any walk is
// computed independently.

public import Orientation

/// Everything that determines a synthetic walk: equal descriptions give equal walks, bit for bit.
public struct SyntheticWalkDescription: Sendable, Equatable, Codable {
    public var seed: UInt64
    public var walker: Walker
    public var environment: MagneticEnvironment
    public var errors: InertialUnitErrors

    /// A walk; by default that of a healthy adult with consumer sensors.
    public init(
        seed: UInt64 = 1,
        walker: Walker = Walker(),
        environment: MagneticEnvironment = MagneticEnvironment(),
        errors: InertialUnitErrors = .consumer
    ) {
        self.seed = seed
        self.walker = walker
        self.environment = environment
        self.errors = errors
    }
}

/// The error for a description of an impossible walk.
public struct SyntheticWalkError: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String
}

/// The truth about one sensor at one instant.
public struct SensorState: Sendable, Equatable {
    /// In the North-West-Up frame, relative to where the walker stood at first, in metres.
    public var positionInMetres: SIMD3<Double>
    /// In the North-West-Up frame.
    public var velocityInMetresPerSecond: SIMD3<Double>
    /// In the North-West-Up frame, without gravity.
    public var accelerationInMetresPerSecondSquared: SIMD3<Double>
    /// Rotates vectors from the sensor's frame to the world's.
    public var attitude: Attitude
    /// In the sensor's frame.
    public var angularRateInRadiansPerSecond: SIMD3<Double>
    /// In the sensor's frame: what an accelerometer measures; at rest +1 g upwards.
    public var specificForceInG: SIMD3<Double>
    /// In the sensor's frame.
    public var magneticFieldInMicrotesla: SIMD3<Double>
}

/// A heel strike or a toe-off.
public struct GaitEvent: Sendable, Equatable {
    public enum Kind: String, Sendable, Codable {
        case heelStrike
        case toeOff
    }

    public var kind: Kind
    public var foot: Foot
    /// Steps are counted from 1; a toe-off has the number of the strike that ends its swing.
    public var step: Int
    public var secondsFromStart: Double
}

/// A kinematic walk from a seed, with sensors at the low back, on both feet and at other placements.
public struct SyntheticWalk: Sendable {
    public let description: SyntheticWalkDescription
    private let plan: StepPlan
    private let pelvis: PelvisMotion
    private let left: FootMotion
    private let right: FootMotion
    private let riding: RidingParts
    private let earthField: SIMD3<Double>
    private let mountings = (
        lowBack: Self.mounting(of: .lowBack),
        leftFoot: Self.mounting(of: .leftFoot),
        rightFoot: Self.mounting(of: .rightFoot),
        sternum: Self.mounting(of: .sternum),
        leftThigh: Self.mounting(of: .leftThigh),
        leftWrist: Self.mounting(of: .leftWrist)
    )

    /// 1 g in m/s².
    public static let standardGravity = 9.80665

    /// Plans the walk.
    public init(_ description: SyntheticWalkDescription) throws(SyntheticWalkError) {
        if let complaint = description.walker.complaint ?? description.environment.complaint {
            throw SyntheticWalkError(description: complaint)
        }
        self.description = description
        plan = StepPlan(walker: description.walker, seed: description.seed)
        pelvis = PelvisMotion(plan: plan)
        riding = RidingParts(pelvis: pelvis)
        left = FootMotion(plan: plan, foot: .left)
        right = FootMotion(plan: plan, foot: .right)
        earthField = description.environment.localFieldInMicrotesla
    }

    /// The truth about a sensor at an instant of the walk.
    public func state(of placement: WalkPlacement, atSeconds seconds: Double) -> SensorState {
        let body: BodyMotion
        let mounting: Attitude
        switch placement {
        case .lowBack: (body, mounting) = (pelvis.motion(at: seconds), mountings.lowBack)
        case .leftFoot: (body, mounting) = (left.motion(at: seconds), mountings.leftFoot)
        case .rightFoot: (body, mounting) = (right.motion(at: seconds), mountings.rightFoot)
        case .sternum: (body, mounting) = (riding.sternum(at: seconds), mountings.sternum)
        case .leftThigh: (body, mounting) = (riding.leftThigh(at: seconds), mountings.leftThigh)
        case .leftWrist: (body, mounting) = (riding.leftWrist(at: seconds), mountings.leftWrist)
        }
        let attitude = body.attitude * mounting
        let toSensor = attitude.inverse
        let acceleration = body.point.acceleration
        let felt = acceleration + SIMD3(0, 0, Self.standardGravity)
        let field = earthField + description.environment.disturbanceField(atSeconds: seconds)
        return SensorState(
            positionInMetres: body.point.position,
            velocityInMetresPerSecond: body.point.velocity,
            accelerationInMetresPerSecondSquared: acceleration,
            attitude: attitude,
            angularRateInRadiansPerSecond: mounting.inverse.rotate(body.angularRate),
            specificForceInG: (1 / Self.standardGravity) * toSensor.rotate(felt),
            magneticFieldInMicrotesla: toSensor.rotate(field)
        )
    }

    /// The heel strikes and toe-offs before `seconds`, in order of time.
    public func events(beforeSeconds seconds: Double) -> [GaitEvent] {
        var events: [GaitEvent] = []
        var step = 1
        while true {
            let foot = StepPlan.foot(ofStrike: step)
            let toeOff = plan.toeOffTime(step - 2)
            guard toeOff < seconds else { return events }
            events.append(
                GaitEvent(kind: .toeOff, foot: foot, step: step, secondsFromStart: toeOff)
            )
            // The other foot leaves the ground only after this strike: double support.
            let strike = plan.strikeTime(step)
            guard strike < seconds else { return events }
            events.append(
                GaitEvent(kind: .heelStrike, foot: foot, step: step, secondsFromStart: strike)
            )
            step += 1
        }
    }

    /// How a sensor sits on the body (whose frame is x forward, y left, z up): the rotation from sensor to
    /// body.
    ///
    /// At the low back, x points up, y left, z backward. On a foot, x points to the toes and z up, tilted with
    /// the instep. Since nobody attaches a sensor perfectly straight, each is a few degrees off.
    public static func mounting(of placement: WalkPlacement) -> Attitude {
        let degree = Double.pi / 180
        switch placement {
        case .lowBack: return .turning(yaw: 2 * degree, pitch: -86 * degree, roll: 1.5 * degree)
        case .leftFoot: return .turning(yaw: 3 * degree, pitch: 24 * degree, roll: -4 * degree)
        case .rightFoot: return .turning(yaw: -2 * degree, pitch: 26 * degree, roll: 5 * degree)
        case .sternum: return .turning(yaw: -3 * degree, pitch: -75 * degree, roll: 2 * degree)
        case .leftThigh: return .turning(yaw: 35 * degree, pitch: -88 * degree, roll: 4 * degree)
        case .leftWrist: return .turning(yaw: 80 * degree, pitch: 5 * degree, roll: 85 * degree)
        }
    }
}

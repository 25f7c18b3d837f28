// The walks: plain ones, and those that are hard to read.

internal import WalkSource

extension GaitCase {
    /// Plain walks at rates from 50 to 200 Hz.
    package static let plain: [GaitCase] =
        [50, 64, 100, 128, 200].map { rate in
            GaitCase("plain, \(Int(rate)) Hz", isPlain: true) { $0.rateInHertz = rate }
        }
        + [
            GaitCase("easy", isPlain: true) { $0.walk(stepsAMinute: 80, of: 0.5) },
            GaitCase("brisk", isPlain: true) { $0.walk(stepsAMinute: 130, of: 0.75) },
            GaitCase("plain, 5 % lost", isPlain: true) { $0.lostShare = 0.05 },
        ]

    /// Walks that are hard to read.
    package static let hard: [GaitCase] = [
        GaitCase("slow") { $0.walk(stepsAMinute: 60, of: 0.4) },
        GaitCase("very slow") { $0.walk(stepsAMinute: 45, of: 0.3) },
        GaitCase("shuffling", change: shuffle),
        GaitCase("festinating") {
            $0.walk(stepsAMinute: 160, of: 0.2)
            $0.mannered { $0.liftShare = 0.5 }
        },
        GaitCase("uneven", change: walkUnevenly),
        GaitCase("limping") {
            $0.walk(stepsAMinute: 90, of: 0.5)
            $0.mannered { $0.stepTimeAsymmetry = 0.25 }
        },
        GaitCase("turns in walking", change: turnWalking),
        GaitCase("turns on the spot", change: turnOnTheSpot),
        GaitCase("stairs", change: climb),
        GaitCase("sternum") { $0.placement = .sternum },
        GaitCase("thigh") { $0.placement = .leftThigh },
        GaitCase("wrist") { $0.placement = .leftWrist },
        GaitCase("slow, 50 Hz, 5 % lost") {
            $0.walk(stepsAMinute: 60, of: 0.4)
            ($0.rateInHertz, $0.lostShare) = (50, 0.05)
        },
        GaitCase("shuffling, 50 Hz, 5 % lost") {
            shuffle(&$0)
            ($0.rateInHertz, $0.lostShare) = (50, 0.05)
        },
        GaitCase("uneven, 200 Hz, 5 % lost") {
            walkUnevenly(&$0)
            ($0.rateInHertz, $0.lostShare) = (200, 0.05)
        },
        GaitCase("stairs, 50 Hz, 5 % lost") {
            climb(&$0)
            ($0.rateInHertz, $0.lostShare) = (50, 0.05)
        },
    ]

    /// All cases.
    package static var all: [GaitCase] { plain + hard }

    private static func shuffle(_ one: inout GaitCase) {
        one.walk(stepsAMinute: 100, of: 0.25)
        one.mannered { $0.liftShare = 0.6 }
    }

    private static func walkUnevenly(_ one: inout GaitCase) {
        one.walk(stepsAMinute: 95, of: 0.5)
        one.walker.stepTimeVariability = 0.025
        one.walker.stepLengthVariability = 0.1
        one.mannered {
            $0.stepTimeAsymmetry = 0.15
            $0.tempoSwing = 0.1
        }
    }

    private static func turnWalking(_ one: inout GaitCase) {
        let angles = [90.0, -90, 180, -180, 120, -60, 360]
        one.follow(
            WalkCourse(
                turns: angles.enumerated().map { index, angle in
                    WalkCourse.Turn(
                        afterStep: 12 + 14 * index,
                        steps: angle.magnitude > 90 ? 5 : 3,
                        angleInDegrees: angle,
                        stepLengthShare: 0.6
                    )
                }
            )
        )
    }

    private static func turnOnTheSpot(_ one: inout GaitCase) {
        let angles = [180.0, -180, 90, -360, 360, -90]
        one.follow(
            WalkCourse(
                turns: angles.enumerated().map { index, angle in
                    WalkCourse.Turn(
                        afterStep: 10 + 16 * index,
                        steps: max(3, Int(angle.magnitude / 40)),
                        angleInDegrees: angle
                    )
                }
            )
        )
    }

    private static func climb(_ one: inout GaitCase) {
        one.walk(stepsAMinute: 95, of: 0.6)
        one.follow(
            WalkCourse(flights: [
                .init(afterStep: 12, steps: 24),
                .init(afterStep: 48, steps: 24, riseInMetres: -0.17),
            ])
        )
    }
}

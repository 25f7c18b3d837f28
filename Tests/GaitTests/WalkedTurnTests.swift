// Finds the turns in a computed walk, whose angles are known from its course.

import Gait
import GaitCases
import Testing
import WalkSource

@Suite("Turns of the computed walk")
struct WalkedTurnTests {
    enum Noise: CaseIterable {
        case none
        case consumer
        case coarse

        var errors: InertialUnitErrors {
            switch self {
            case .none: .none
            case .consumer: .consumer
            case .coarse:
                InertialUnitErrors(
                    accelerometer: Self.three(InertialUnitErrors.consumer.accelerometer),
                    gyro: Self.three(InertialUnitErrors.consumer.gyro),
                    magnetometer: InertialUnitErrors.consumer.magnetometer
                )
            }
        }

        private static func three(_ errors: SensorErrors) -> SensorErrors {
            SensorErrors(
                noisePerRootHertz: 3 * errors.noisePerRootHertz,
                constantBias: 3 * errors.constantBias,
                biasWalkPerRootSecond: 3 * errors.biasWalkPerRootSecond
            )
        }
    }

    /// A walk that turns by each angle to the left and to the right, with steps between the turns.
    private func turning(
        _ noise: Noise,
        stepLengthShare: Double,
        cadence: Double = 110,
        rate: Double = 100
    ) -> GaitCase {
        GaitCase("turns") { one in
            one.walk(stepsAMinute: cadence, of: 0.6)
            one.errors = noise.errors
            one.rateInHertz = rate
            one.follow(
                WalkCourse(
                    turns: [90.0, -90, 180, -180, 360, -360].enumerated().map { index, angle in
                        WalkCourse.Turn(
                            afterStep: 10 + 16 * index,
                            steps: max(3, Int(angle.magnitude / 45)),
                            angleInDegrees: angle,
                            stepLengthShare: stepLengthShare
                        )
                    }
                )
            )
        }
    }

    @Test(
        "have the angles of the walk to three degrees, on the spot and in walking",
        arguments: Noise.allCases,
        [0, 0.6]
    )
    func angles(noise: Noise, stepLengthShare: Double) throws {
        for (cadence, rate) in [(110.0, 100.0), (90, 50), (120, 200)] {
            let one = turning(
                noise,
                stepLengthShare: stepLengthShare,
                cadence: cadence,
                rate: rate
            )
            let walked = try one.walked()
            let told = Told(walked.samples, rate: rate).turns
            #expect(told.count == walked.turns.count)
            for (turn, truth) in zip(told, walked.turns) {
                #expect(abs(turn.angle - truth.angle) * 180 / .pi <= 3)
                #expect(abs(turn.start - truth.start) < 0.8)
                #expect(abs(turn.end - truth.end) < 0.8)
            }
        }
    }
}

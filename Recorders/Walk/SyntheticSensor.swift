// What an inertial unit at one placement would report, sample by sample: the truth plus the unit's errors.
// Reading allocates nothing, and samples may be read in any order.

/// One reading of a synthetic inertial unit.
public struct SyntheticReading: Sendable, Equatable {
    public var nanosecondsFromStart: Int64
    public var specificForceInG: SIMD3<Double>
    public var angularRateInRadiansPerSecond: SIMD3<Double>
    public var magneticFieldInMicrotesla: SIMD3<Double>
}

/// An inertial unit at one placement of a synthetic walk, read at a fixed rate.
public struct SyntheticSensor: Sendable {
    public let walk: SyntheticWalk
    public let placement: WalkPlacement
    public let grid: SamplingGrid
    private var accelerometer: ErrorProcess
    private var gyro: ErrorProcess
    private var magnetometer: ErrorProcess

    /// Attaches a unit to a walk.
    public init(walk: SyntheticWalk, placement: WalkPlacement, grid: SamplingGrid) {
        self.walk = walk
        self.placement = placement
        self.grid = grid
        let rate = grid.rateInHertz
        let seed = walk.description.seed
        let errors = walk.description.errors
        accelerometer = ErrorProcess(errors.accelerometer, rateInHertz: rate, seed: seed) {
            Stream.of(placement, 0x10 + $0)
        }
        gyro = ErrorProcess(errors.gyro, rateInHertz: rate, seed: seed) {
            Stream.of(placement, 0x20 + $0)
        }
        magnetometer = ErrorProcess(errors.magnetometer, rateInHertz: rate, seed: seed) {
            Stream.of(placement, 0x30 + $0)
        }
    }

    /// The instant of sample `index`, in seconds from the start of the walk.
    public func seconds(ofSample index: Int) -> Double {
        Double(grid.nanoseconds(ofSample: index)) / 1e9
    }

    /// The truth at sample `index`.
    public func state(ofSample index: Int) -> SensorState {
        walk.state(of: placement, atSeconds: seconds(ofSample: index))
    }

    /// What the unit reports as sample `index` (0 or more).
    public mutating func reading(ofSample index: Int) -> SyntheticReading {
        let nanoseconds = grid.nanoseconds(ofSample: index)
        let seconds = Double(nanoseconds) / 1e9
        let truth = walk.state(of: placement, atSeconds: seconds)
        return SyntheticReading(
            nanosecondsFromStart: nanoseconds,
            specificForceInG: truth.specificForceInG
                + accelerometer.error(ofSample: index, atSeconds: seconds),
            angularRateInRadiansPerSecond: truth.angularRateInRadiansPerSecond
                + gyro.error(ofSample: index, atSeconds: seconds),
            magneticFieldInMicrotesla: truth.magneticFieldInMicrotesla
                + magnetometer.error(ofSample: index, atSeconds: seconds)
        )
    }
}

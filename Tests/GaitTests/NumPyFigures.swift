// Written by `Tests/Proofs/gait --write`, which computes these with NumPy: see there for how.

enum NumPyFigures {
    static let freezingOfSixSeconds = 0.47904977050437875
    static let freezingOfFiveSecondsAt64 = 0.8284885261383683
    static let rootMeanSquare = 1.4148831746446555
    static let meanDistance = 1.2324967329064296
    static let path = 1150.8466136370166
    static let meanVelocity = 38.361553787900554
    static let ellipseArea = 16.450620061784793
    static let meanFrequency = 4.953709609949542
    static let medianFrequency = 0.5666666666666667
    static let frequency95 = 3.3333333333333335
    static let centroidalFrequency = 1.3589606638170864
    static let frequencyDispersion = 0.7170884114045685
}

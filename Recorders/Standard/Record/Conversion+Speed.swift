// Parses the speed of a replay or a simulation.

internal import Arguments
internal import SessionRuns

extension Conversion<Speed> {
    /// "10", "10x", "0.5" or "max".
    static var speed: Self {
        Self { word throws(ConversionError) in
            if word == "max" { return .maximum }
            let number = word.hasSuffix("x") ? word.dropLast() : word[...]
            guard let factor = Double(decimal: number), factor >= 0.001, factor <= 1_000_000 else {
                throw ConversionError(
                    problem: "not a speed from 0.001 to 1000000",
                    remedy: "give for instance 1, 10x or max"
                )
            }
            return .times(factor)
        }
    }
}

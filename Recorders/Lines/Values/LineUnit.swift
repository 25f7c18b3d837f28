// What a device's numbers are counted in, and what makes the file's units of them: g, rad/s and µT, as the motion
// recorder's files have.

/// What a kind of reading measures, as far as units go.
enum LineQuantity: Sendable, Hashable {
    case acceleration
    case rotation
    case magnetism
    /// A quaternion, which has none.
    case orientation
    /// A value of the device's own, in any unit.
    case own
}

/// A factor from a device's unit to the file's.
struct LineScale: Sendable, Hashable {
    private let number: Double
    /// A thousandth is no double: to divide by a thousand is exact where the result is.
    private let divides: Bool

    static let one = LineScale(times: 1)

    private init(times factor: Double) { (number, divides) = (factor, false) }
    private init(over divisor: Double) { (number, divides) = (divisor, true) }

    /// A value in the file's unit.
    @inline(__always)
    func callAsFunction(_ value: Double) -> Double { divides ? value / number : value * number }

    private static let degree = Double.pi / 180
    private static let standardGravity = 9.80665

    /// The factor of a unit.
    ///
    /// - Parameters:
    ///   - unit: As it is given.
    ///   - quantity: What it is of.
    /// - Returns: The factor; `nil` for a unit of something else.
    static func named(_ unit: String, of quantity: LineQuantity) -> LineScale? {
        if let scale = plain(unit, of: quantity) { return scale }
        // Raw numbers: so many are one of the unit.
        guard let slash = unit.lastIndex(of: "/"),
            let count = Double(unit[unit.index(after: slash)...]), count > 0, count.isFinite
        else { return nil }
        return plain(String(unit[..<slash]), of: quantity)?.over(count)
    }

    /// The scale of numbers of which so many are one of the unit.
    private func over(_ count: Double) -> LineScale {
        divides
            ? LineScale(over: number * count)
            : number == 1 ? LineScale(over: count) : LineScale(times: number / count)
    }

    private static func plain(_ unit: String, of quantity: LineQuantity) -> LineScale? {
        switch (quantity, unit) {
        case (.own, _): .one
        case (.acceleration, "g"), (.rotation, "rad/s"): .one
        case (.acceleration, "mg"): LineScale(over: 1000)
        case (.acceleration, "m/s2"), (.acceleration, "m/s^2"), (.acceleration, "m/s²"):
            LineScale(over: standardGravity)
        case (.rotation, "dps"), (.rotation, "deg/s"), (.rotation, "°/s"): LineScale(times: degree)
        case (.rotation, "mdps"): LineScale(times: degree / 1000)
        case (.magnetism, "uT"), (.magnetism, "µT"), (.magnetism, "μT"): .one
        case (.magnetism, "mT"): LineScale(times: 1000)
        case (.magnetism, "G"): LineScale(times: 100)
        case (.magnetism, "mG"): LineScale(over: 10)
        default: nil
        }
    }
}

extension LineQuantity {
    /// The unit of the file; `nil` where the device's own is kept.
    var fileUnit: String? {
        switch self {
        case .acceleration: "g"
        case .rotation: "rad/s"
        case .magnetism: "µT"
        case .orientation: "1"
        case .own: nil
        }
    }

    /// The units that can be given, in words.
    var choices: String {
        switch self {
        case .acceleration: "g, mg or m/s2, or of raw numbers how many are one, as in g/16384"
        case .rotation: "rad/s, dps or mdps, or of raw numbers how many are one, as in dps/131"
        case .magnetism: "uT, mT, G or mG, or of raw numbers how many are one, as in mG/1090"
        case .orientation: "none, since a quaternion has no unit"
        case .own: "any word"
        }
    }
}

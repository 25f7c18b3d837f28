// The scale of a plot in text: a row of bars means nothing without its least and greatest value and their unit.

/// The range of the values drawn for a line.
struct PlotScale: Sendable, Equatable {
    private let ends: ClosedRange<Double>?
    private let unit: String?

    init(_ values: [Double?], unit: String?) {
        let known = values.compactMap(\.self).filter(\.isFinite)
        ends = known.min().flatMap { least in known.max().map { least...$0 } }
        self.unit = unit
    }

    /// For example "-0.98…1.02 g"; without values, the unit alone.
    var text: String {
        let unit = unit?.safeLine ?? ""
        guard let ends else { return unit }
        let range = "\(Self.short(ends.lowerBound))…\(Self.short(ends.upperBound))"
        return unit.isEmpty ? range : "\(range) \(unit)"
    }

    /// A number in three digits or so, or in all digits of its whole part.
    ///
    /// The rounded number decides the form: 999999.6 is written as 1000000 is.
    private static func short(_ value: Double) -> String {
        let size = abs(value)
        let factor = size < 10 ? 100.0 : size < 100 ? 10 : 1
        let rounded = (value * factor).rounded() / factor
        guard abs(rounded) < 1e16 else { return "\(rounded)" }
        return Int64(exactly: rounded).map(String.init) ?? "\(rounded)"
    }
}

// Questions for a height, in centimetres, or in feet and inches.

extension RSDFieldKind {
    /// The height of an adult or a child; both use the same picker.
    public static let height = measure(
        .height,
        in: "cm",
        MeasureUnit.lengths,
        metric: MeasureColumns(counts: [(30...300, .centimeter)]),
        imperial: MeasureColumns(counts: [(1...8, .foot), (0...11, .inch)])
    )

    /// The height of an infant.
    static let heightOfInfant = measure(
        .height,
        in: "cm",
        MeasureUnit.lengths,
        metric: MeasureColumns(counts: [(20...125, .centimeter)]),
        imperial: MeasureColumns(counts: [(1...48, .inch)])
    )
}

extension RSDDeclaration<any RSDInputField> {
    static var heights: [Self] {
        measurements(.height, "the height, in centimetres,") { person in
            person == .infant ? .heightOfInfant : .height
        }
    }
}

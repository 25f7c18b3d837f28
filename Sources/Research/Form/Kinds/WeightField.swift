// Questions for a weight, in kilograms, or in pounds and ounces.

extension RSDFieldKind {
    /// The weight of an adult.
    public static let weight = weight(upToKilograms: 500, pounds: 1000)

    /// The weight of a child.
    static let weightOfChild = weight(upToKilograms: 150, pounds: 300)

    /// The weight of an infant.
    static let weightOfInfant = measure(
        .weight,
        in: "kg",
        MeasureUnit.masses,
        metric: MeasureColumns(
            counts: [(0...20, .kilogram), (0...999, .gram)],
            steps: [1, 50],
            shown: [.kilogram]
        ),
        imperial: MeasureColumns(counts: [(1...20, .pound), (0...15, .ounce)])
    )

    private static func weight(upToKilograms kilograms: Int, pounds: Int) -> RSDFieldKind {
        measure(
            .weight,
            in: "kg",
            MeasureUnit.masses,
            metric: MeasureColumns(counts: [(1...kilograms, .kilogram)]),
            imperial: MeasureColumns(counts: [(1...pounds, .pound)])
        )
    }
}

extension RSDDeclaration<any RSDInputField> {
    static var weights: [Self] {
        measurements(.weight, "the weight, in kilograms,") { person in
            [.child: .weightOfChild, .infant: .weightOfInfant][person] ?? .weight
        }
    }
}

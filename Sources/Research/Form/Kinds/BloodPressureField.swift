// Questions for a blood pressure: two numbers with a slash, systolic before diastolic.

extension RSDFieldKind {
    /// A blood pressure.
    public static let bloodPressure: RSDFieldKind = {
        var kind = RSDFieldKind(valuesOf: .string, hints: [.picker, .textfield])
        kind.text = RSDTextRule(keyboardType: "numbersAndPunctuation") { text, _ in
            .string(TypedText.parts(of: text, at: "/").joined(separator: "/"))
        }
        kind.text.form = RSDTextRule.Form(
            RSDTextRule.Refusal("Write two numbers with a slash, as 120/80.", .noBloodPressure),
            fits: isBloodPressure
        )
        kind.range = .none("blood pressure")
        kind.picker = { _, _ in
            .columns(
                RSDColumnPickerDataSource(
                    columns: [
                        RSDColumnPickerDataSource.numbers(50...300),
                        RSDColumnPickerDataSource.numbers(20...200),
                    ],
                    meaning: .joined(by: "/")
                )
            )
        }
        kind.quantity = .bloodPressure
        kind.ownsSection = true
        return kind
    }()

    @Sendable
    private static func isBloodPressure(_ text: String) -> Bool {
        let parts = TypedText.parts(of: text, at: "/")
        return parts.count == 2
            && parts.allSatisfy {
                (2...3).contains($0.count) && $0.allSatisfy(NumberText.isDigit)
            }
    }
}

extension RSDDeclaration<any RSDInputField> {
    static var bloodPressures: [Self] {
        measurements(
            .bloodPressure,
            "the blood pressure, as '120/80',"
        ) { _ in .bloodPressure }
    }
}

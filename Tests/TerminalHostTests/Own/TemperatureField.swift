// An app's own type of question, defined in this file alone.

import FoundationEssentials
import Research

/// A question for a body temperature.
final class TemperatureField: RSDInputFieldObject {
    private(set) var site: String?

    required init(from decoder: any Decoder) throws {
        try super.init(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        site = try container.decodeIfPresent(String.self, forKey: .site)
    }

    private enum CodingKeys: CodingKey { case site }
}

extension RSDFieldKind {
    /// A number of degrees Celsius, which may be typed in Fahrenheit.
    static let temperature: RSDFieldKind = {
        var kind = RSDFieldKind.decimal
        kind.hints = [.textfield]
        kind.unit = { _ in "°C" }
        kind.text.read = { text, _ in
            guard text.hasSuffix("F") else { return Double(text).map(AnswerValue.decimal) }
            let degrees = Double(text.dropLast().filter { $0 != " " })
            return degrees.map { .decimal((($0 - 32) / 1.8 * 10).rounded() / 10) }
        }
        kind.text.write = { answer, question in
            guard case .decimal(let degrees) = answer else { return nil }
            let comma = question.locale.decimalSeparator
            return String("\(degrees)".map { $0 == "." ? comma : $0 })
        }
        kind.text.refusal = RSDTextRule.Refusal("Write a temperature, as 37.2 or 99 F.")
        kind.text.keyboardType = { _ in "numbersAndPunctuation" }
        return kind
    }()
}

extension RSDDeclaration<any RSDInputField> {
    static var temperature: Self {
        Self(
            "temperature",
            TemperatureField.self,
            "A question for a temperature of the body, in degrees Celsius.",
            kind: .temperature,
            keys: [RSDKey("site", .word(["ear", "mouth"]), "Where it is taken.")]
        )
    }
}

// The JSON form of an element's content, made for hosts in other languages rather than by Swift's defaults: one object,
// in which `kind` names the type and the other keys follow.

extension ViewContent {
    /// The kind of content, as in JSON.
    enum Kind: String, CaseIterable {
        case group, label, button, image, progress, countdown, section, cell, textField, picker
        case slider, plot, media, alert
    }
}

extension ViewContent: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind
    }

    public init(from decoder: any Decoder) throws {
        let kind = try decoder.container(keyedBy: CodingKeys.self).word(Kind.self, forKey: .kind)
        switch kind {
        case .group: self = .group(try GroupContent(from: decoder))
        case .label: self = .label(try LabelContent(from: decoder))
        case .button: self = .button(try ButtonContent(from: decoder))
        case .image: self = .image(try ImageContent(from: decoder))
        case .progress: self = .progress(try ProgressContent(from: decoder))
        case .countdown: self = .countdown(try CountdownContent(from: decoder))
        case .section: self = .section(try SectionContent(from: decoder))
        case .cell: self = .cell(try CellContent(from: decoder))
        case .textField: self = .textField(try TextFieldContent(from: decoder))
        case .picker: self = .picker(try PickerContent(from: decoder))
        case .slider: self = .slider(try SliderContent(from: decoder))
        case .plot: self = .plot(try PlotContent(from: decoder))
        case .media: self = .media(try MediaContent(from: decoder))
        case .alert: self = .alert(try AlertContent(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        func write(_ kind: Kind, _ content: some Encodable) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(kind.rawValue, forKey: .kind)
            try content.encode(to: encoder)
        }
        switch self {
        case .group(let content): try write(.group, content)
        case .label(let content): try write(.label, content)
        case .button(let content): try write(.button, content)
        case .image(let content): try write(.image, content)
        case .progress(let content): try write(.progress, content)
        case .countdown(let content): try write(.countdown, content)
        case .section(let content): try write(.section, content)
        case .cell(let content): try write(.cell, content)
        case .textField(let content): try write(.textField, content)
        case .picker(let content): try write(.picker, content)
        case .slider(let content): try write(.slider, content)
        case .plot(let content): try write(.plot, content)
        case .media(let content): try write(.media, content)
        case .alert(let content): try write(.alert, content)
        }
    }
}

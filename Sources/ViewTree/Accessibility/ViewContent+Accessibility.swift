// The accessible text of each kind of content, made from the content alone. A caller that knows more, for example the
// question that a slider belongs to, sets the element's text itself.

extension ViewContent {
    /// The accessible text of the content, in English.
    ///
    /// Only decoration has none: groups without a title, pictures without a caption and labels without a text.
    /// Everything else has a label.
    public var ownAccessibility: ViewAccessibility {
        accessibility(in: .builtIn, language: .english)
    }

    /// The accessible text of the content: the content's own words unchanged, the words around them in `language`.
    public func accessibility(in strings: StringTable, language: Language) -> ViewAccessibility {
        let speaker = Speaker(strings: strings, language: language)
        return switch self {
        case .group(let content): content.told(by: speaker)
        case .label(let content): ViewAccessibility(label: content.text.orNothing ?? "")
        case .button(let content): content.told(by: speaker)
        case .image(let content): ViewAccessibility(label: content.caption.orNothing ?? "")
        case .progress(let content): content.told(by: speaker)
        case .countdown(let content): content.told(by: speaker)
        case .section(let content): content.told(by: speaker)
        case .cell(let content): content.told(by: speaker)
        case .textField(let content): content.told(by: speaker)
        case .picker(let content): content.told(by: speaker)
        case .slider(let content): content.told(by: speaker)
        case .plot(let content): content.told(by: speaker)
        case .media(let content): content.told(by: speaker)
        case .alert(let content): content.told(by: speaker)
        }
    }
}

extension GroupContent {
    fileprivate func told(by speaker: Speaker) -> ViewAccessibility {
        switch role {
        case .touchArea: ViewAccessibility(label: title.orNothing ?? speaker(.touchArea))
        case .screen, .header, .body, .footer, .table, .stack, .modal:
            ViewAccessibility(label: title.orNothing ?? "")
        }
    }
}

extension ButtonContent {
    fileprivate func told(by speaker: Speaker) -> ViewAccessibility {
        let known: StringKey? =
            switch action {
            case "goForward": .next
            case "goBackward": .back
            case "skip": .skip
            case "cancel": .cancel
            case "learnMore": .learnMore
            case "reviewInstructions": .reviewInstructions
            default: nil
            }
        let label =
            title.orNothing ?? known.map { speaker($0) } ?? Speaker.words(of: action)
            ?? Speaker.words(of: icon) ?? speaker(.button)
        return ViewAccessibility(
            label: label,
            hint: isDestructive ? speaker(.cannotBeUndone) : nil
        )
    }
}

extension ProgressContent {
    fileprivate func told(by speaker: Speaker) -> ViewAccessibility {
        guard let value = text.orNothing ?? count(by: speaker) else {
            return ViewAccessibility(label: speaker(.inProgress))
        }
        return ViewAccessibility(label: speaker(.progress), value: value)
    }

    private func count(by speaker: Speaker) -> String? {
        guard let done else { return nil }
        guard let total else { return speaker(.step, "\(done)") }
        return speaker(isEstimated ? .stepOfAbout : .stepOf, "\(done)", "\(total)")
    }
}

extension CountdownContent {
    fileprivate func told(by speaker: Speaker) -> ViewAccessibility {
        let time = speaker.duration(seconds: secondsLeft)
        let value =
            switch state {
            case .waiting: speaker.joined([time, speaker(.notStarted)])
            case .running: time
            case .paused: speaker.joined([time, speaker(.paused)])
            case .over: speaker(.timeIsUp)
            }
        return ViewAccessibility(label: speaker(.timeLeft), value: value)
    }
}

extension SectionContent {
    fileprivate func told(by speaker: Speaker) -> ViewAccessibility {
        ViewAccessibility(
            label: speaker.joined([title, subtitle]) ?? speaker(.section),
            hint: isRequired == true ? speaker(.required) : nil
        )
    }
}

extension CellContent {
    fileprivate func told(by speaker: Speaker) -> ViewAccessibility {
        let label =
            speaker.joined([title, detail]) ?? Speaker.words(of: icon)
            ?? speaker(choice == nil ? .row : .choice)
        return ViewAccessibility(
            label: label,
            value: choice.map { _ in speaker(isSelected ? .selected : .notSelected) },
            hint: speaker.joined([isRequired == true ? speaker(.required) : nil, error])
        )
    }
}

extension TextFieldContent {
    fileprivate func told(by speaker: Speaker) -> ViewAccessibility {
        let label = placeholder.orNothing ?? speaker(isSecure ? .secureTextField : .textField)
        // A password is not spoken, nor its length.
        let value =
            if text.isEmpty {
                String?.none
            } else if isSecure {
                speaker(.hiddenText)
            } else {
                speaker.number(text, of: unit)
            }
        return ViewAccessibility(
            label: label,
            value: value,
            hint: dates?.told(in: speaker.strings, language: speaker.language).orNothing
        )
    }
}

extension PickerContent {
    fileprivate func told(by speaker: Speaker) -> ViewAccessibility {
        let label: StringKey =
            switch kind {
            case .single, .columns: .picker
            case .date: .date
            case .time: .time
            case .dateAndTime: .dateAndTime
            case .duration: .duration
            case .height: .height
            case .weight: .weight
            case .number: .number
            }
        return ViewAccessibility(
            label: speaker(label),
            value: text.orNothing ?? pickedWords ?? speaker(.notSelected),
            hint: dates?.told(in: speaker.strings, language: speaker.language).orNothing
        )
    }

    /// The selected rows of the columns, if any is selected.
    private var pickedWords: String? {
        zip(columns, selected).compactMap { column, place in
            place.flatMap { column.indices.contains($0) ? column[$0] : nil }
        }.joined(separator: separator ?? " ").orNothing
    }
}

extension SliderContent {
    fileprivate func told(by speaker: Speaker) -> ViewAccessibility {
        let value = value.map { speaker.number(Speaker.text(of: $0), of: unit) }
        return ViewAccessibility(
            label: speaker(.slider),
            value: value ?? speaker(.notSet),
            hint: speaker(.fromTo, Speaker.text(of: minimum), Speaker.text(of: maximum))
        )
    }
}

extension PlotContent {
    fileprivate func told(by speaker: Speaker) -> ViewAccessibility {
        let own = Speaker.words(of: stream).map { speaker(.plotOf, $0) }
        return ViewAccessibility(label: caption.orNothing ?? own ?? speaker(.plot))
    }
}

extension MediaContent {
    fileprivate func told(by speaker: Speaker) -> ViewAccessibility {
        let own: StringKey =
            switch kind {
            case .page: .page
            case .film: .film
            case .camera: .camera
            case .pictures: .pictures
            }
        return ViewAccessibility(label: title.orNothing ?? speaker(own))
    }
}

extension AlertContent {
    fileprivate func told(by speaker: Speaker) -> ViewAccessibility {
        ViewAccessibility(label: speaker.joined([title, message]) ?? speaker(.alert))
    }
}

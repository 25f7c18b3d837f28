// The content of an element. The list is closed: a host that draws each case draws every screen, and the compiler
// points every host to a new case.

/// The content of an element.
public enum ViewContent: Sendable, Hashable {
    /// A whole screen, or a part of one.
    case group(GroupContent)
    case label(LabelContent)
    case button(ButtonContent)
    case image(ImageContent)
    case progress(ProgressContent)
    /// The dial of a timer.
    case countdown(CountdownContent)
    /// A section of a table; its rows are its children.
    case section(SectionContent)
    /// A row of a table; its field is its child.
    case cell(CellContent)
    case textField(TextFieldContent)
    case picker(PickerContent)
    case slider(SliderContent)
    /// The latest values of a sensor.
    case plot(PlotContent)
    /// A web page, a film, or a picture to take or choose.
    case media(MediaContent)
    /// An alert; its buttons are its children.
    case alert(AlertContent)
}

/// A part of a screen.
public struct GroupContent: Sendable, Hashable, Codable {
    public var role: Role
    /// The title, unless a label in the group shows it.
    public var title: String?
    /// The language of its content; `nil` for that of the parent; a screen always has one.
    public var language: Language?
    /// The writing direction of its content; `nil` for that of the parent; a screen always has one.
    public var direction: Direction?
    /// For a screen: whether it is about to be replaced, because a button that leads on or back was pressed.
    ///
    /// Input during that time would go to the old screen and be lost; a host holds typed keys for the next screen.
    public var isLeaving: Bool?
    /// For a screen: a number that changes whenever a new step is shown, even if it is the same step again.
    public var visit: Int?

    /// The role of a part of a screen.
    public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
        case screen, header, body, footer, table, stack
        /// A screen on top of another.
        case modal
        /// A touch area: each touch in it is reported.
        case touchArea
    }

    /// The writing direction.
    public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
        case leftToRight, rightToLeft

        /// The writing direction of a language.
        public init(of language: Language) {
            self = language.isRightToLeft ? .rightToLeft : .leftToRight
        }
    }

    public init(
        _ role: Role,
        title: String? = nil,
        language: Language? = nil,
        direction: Direction? = nil,
        isLeaving: Bool? = nil,
        visit: Int? = nil
    ) {
        self.role = role
        self.title = title
        self.language = language
        self.direction = direction
        self.isLeaving = isLeaving
        self.visit = visit
    }

    /// A copy with a language and its writing direction.
    public func speaking(_ language: Language) -> GroupContent {
        var group = self
        (group.language, group.direction) = (language, Direction(of: language))
        return group
    }
}

/// Text to read.
public struct LabelContent: Sendable, Hashable, Codable {
    public var text: String
    public var role: Role

    /// What the text is for.
    public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
        case title, text, detail, footnote, caption, value, error
    }

    public init(_ text: String, role: Role = .text) {
        self.text = text
        self.role = role
    }
}

/// A button.
public struct ButtonContent: Sendable, Hashable, Codable {
    public var title: String?
    /// The name of the picture on it.
    public var icon: String?
    /// Its purpose, independent of the language: `goForward`, `goBackward`, `skip`, `cancel`, `learnMore`,
    /// `reviewInstructions`, `mark`; in an alert `ok`, `continue`, `discardResults`, `saveResults`; or a task's own
    /// word.
    public var action: String?
    /// Whether its effect cannot be undone.
    public var isDestructive: Bool

    public init(
        title: String?,
        icon: String? = nil,
        action: String? = nil,
        isDestructive: Bool = false
    ) {
        self.title = title
        self.icon = icon
        self.action = action
        self.isDestructive = isDestructive
    }
}

/// A picture, or an animation of several.
public struct ImageContent: Sendable, Hashable, Codable {
    /// The names of the pictures.
    public var names: [String]
    /// The duration of one round of the animation; `nil` for a still picture.
    public var roundInSeconds: Double?
    /// The number of rounds; `nil` for endless.
    public var rounds: Int?
    public var widthInPoints: Double?
    public var heightInPoints: Double?
    /// What it shows, for screen readers.
    public var caption: String?

    public init(
        _ names: [String],
        roundInSeconds: Double? = nil,
        rounds: Int? = nil,
        widthInPoints: Double? = nil,
        heightInPoints: Double? = nil,
        caption: String? = nil
    ) {
        self.names = names
        self.roundInSeconds = roundInSeconds
        self.rounds = rounds
        self.widthInPoints = widthInPoints
        self.heightInPoints = heightInPoints
        self.caption = caption
    }
}

/// A progress indicator.
public struct ProgressContent: Sendable, Hashable, Codable {
    /// How much is done; `nil` if the end is unknown.
    public var done: Int?
    public var total: Int?
    /// Whether the total may still change.
    public var isEstimated: Bool
    /// The text of the indicator.
    public var text: String?

    public init(done: Int?, total: Int?, isEstimated: Bool = false, text: String? = nil) {
        self.done = done
        self.total = total
        self.isEstimated = isEstimated
        self.text = text
    }
}

/// The dial of a timer.
public struct CountdownContent: Sendable, Hashable, Codable {
    public var secondsLeft: Int
    public var durationInSeconds: Double
    public var state: State

    /// What the timer does.
    public enum State: String, Sendable, Hashable, Codable, CaseIterable {
        case waiting, running, paused, over
    }

    public init(secondsLeft: Int, durationInSeconds: Double, state: State) {
        self.secondsLeft = secondsLeft
        self.durationInSeconds = durationInSeconds
        self.state = state
    }
}

/// A live plot of a sensor.
public struct PlotContent: Sendable, Hashable, Codable {
    /// The stream to plot, by the `sensorType` of its records.
    public var stream: String
    /// The names of its lines.
    public var lines: [String]
    public var unit: String?
    /// The length of the plotted time.
    public var windowInSeconds: Double
    public var caption: String?

    public init(
        stream: String,
        lines: [String],
        unit: String? = nil,
        windowInSeconds: Double = 10,
        caption: String? = nil
    ) {
        self.stream = stream
        self.lines = lines
        self.unit = unit
        self.windowInSeconds = windowInSeconds
        self.caption = caption
    }
}

/// A web page, a film, or a picture to take or choose; the address is only data until a host opens it.
public struct MediaContent: Sendable, Hashable, Codable {
    public var kind: Kind
    public var address: String
    public var title: String?

    /// The kind of medium.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case page, film
        /// A camera, to take a picture.
        case camera
        /// Stored pictures, to choose one.
        case pictures
    }

    // `kind` has another key: in JSON, `kind` already names the type of the content.
    private enum CodingKeys: String, CodingKey {
        case kind = "media"
        case address, title
    }

    public init(_ kind: Kind, address: String, title: String? = nil) {
        self.kind = kind
        self.address = address
        self.title = title
    }
}

/// An alert.
public struct AlertContent: Sendable, Hashable, Codable {
    public var title: String?
    public var message: String?
    public var kind: Kind

    /// The style of the alert.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case alert, actionSheet
    }

    // `kind` has another key: in JSON, `kind` already names the type of the content.
    private enum CodingKeys: String, CodingKey {
        case kind = "alert"
        case title, message
    }

    public init(title: String?, message: String? = nil, kind: Kind = .alert) {
        self.title = title
        self.message = message
        self.kind = kind
    }
}

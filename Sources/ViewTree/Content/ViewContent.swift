// What an element shows. A closed list: a host that draws each of these draws every screen, and one
// more is told to each host by its compiler.

/// What an element shows.
public enum ViewContent: Sendable, Hashable {
    /// A whole screen, or a part of one.
    case group(GroupContent)
    case label(LabelContent)
    case button(ButtonContent)
    case image(ImageContent)
    case progress(ProgressContent)
    /// The dial of a timer.
    case countdown(CountdownContent)
    /// A part of a table; its rows are the elements in it.
    case section(SectionContent)
    /// A row of a table; what is entered in it is an element in it.
    case cell(CellContent)
    case textField(TextFieldContent)
    case picker(PickerContent)
    case slider(SliderContent)
    /// The latest values of a sensor.
    case plot(PlotContent)
    /// A page or a film.
    case media(MediaContent)
    /// A question on top of the screen; its buttons are the elements in it.
    case alert(AlertContent)
}

/// A part of a screen.
public struct GroupContent: Sendable, Hashable, Codable {
    public var role: Role
    /// What it is about, where no label in it says so.
    public var title: String?
    /// The language of what is in it, `nil` for that of the element around it; a screen says its own.
    public var language: Language?
    /// Which way that is written, `nil` as in the element around it; a screen says its own.
    public var direction: Direction?
    /// Of a screen: whether what is shown is being left, since what leads on or back was pressed.
    ///
    /// Whatever is done meanwhile is done to what goes, and is lost; a host keeps what is typed for what comes.
    public var isLeaving: Bool?
    /// Of a screen: another number whenever something comes on it, also where a step follows itself.
    public var visit: Int?

    /// Which part of a screen.
    public enum Role: String, Sendable, Hashable, Codable, CaseIterable {
        case screen, header, body, footer, table, stack
        /// A screen on top of another.
        case modal
        /// Where hands touch: each touch in it is told.
        case touchArea
    }

    /// Which way lines are written.
    public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
        case leftToRight, rightToLeft

        /// The way in which a language is written.
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

    /// The same part in a language, written the way that language is.
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

/// Something to press.
public struct ButtonContent: Sendable, Hashable, Codable {
    public var title: String?
    /// The name of the picture on it.
    public var icon: String?
    /// What it is for, in no language: `goForward`, `goBackward`, `skip`, `cancel`, `learnMore`,
    /// `reviewInstructions`, `mark`, in a question `ok`, `continue`, `discardResults`, `saveResults`, or a
    /// task's own word.
    public var action: String?
    /// Whether what it does cannot be taken back.
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

/// A picture, or several one after the other.
public struct ImageContent: Sendable, Hashable, Codable {
    /// The names of the pictures.
    public var names: [String]
    /// How long one round takes; `nil` for one that stands.
    public var roundInSeconds: Double?
    /// How many rounds there are; `nil` for no end.
    public var rounds: Int?
    public var widthInPoints: Double?
    public var heightInPoints: Double?
    /// What it shows, for whoever does not see it.
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

/// How far something is.
public struct ProgressContent: Sendable, Hashable, Codable {
    /// What is done; `nil` for something that nobody knows the end of.
    public var done: Int?
    public var total: Int?
    /// Whether the total may still change.
    public var isEstimated: Bool
    /// What it says.
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

/// The latest values of a sensor, drawn as they come.
public struct PlotContent: Sendable, Hashable, Codable {
    /// The stream that it shows readings of, as `sensorType` of its records has it.
    public var stream: String
    /// The names of its lines.
    public var lines: [String]
    public var unit: String?
    /// How much of the past is shown.
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

/// A page or a film; its address is data until a host opens it.
public struct MediaContent: Sendable, Hashable, Codable {
    public var kind: Kind
    public var address: String
    public var title: String?

    /// What it is.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case page, film
        /// What a camera sees, to take a picture of.
        case camera
        /// Pictures to choose from.
        case pictures
    }

    // The key `kind` says that it is a medium.
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

/// A question on top of the screen.
public struct AlertContent: Sendable, Hashable, Codable {
    public var title: String?
    public var message: String?
    public var kind: Kind

    /// How it is asked.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case alert, actionSheet
    }

    // The key `kind` says that it is an alert.
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

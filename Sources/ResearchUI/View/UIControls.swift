// The basic views: to read, to look at, or to press.

public import Research
public import ViewTree

/// A text to read; an empty one takes no space.
open class UILabel: UIView {
    open var text: String? { didSet { if text != oldValue { setNeedsDisplay() } } }
    /// The role of the text.
    public let role: LabelContent.Role

    public init(name: String = "label", role: LabelContent.Role = .text) {
        self.role = role
        super.init(name: name)
    }

    open override var content: ViewContent { .label(LabelContent(text ?? "", role: role)) }

    open override var isHidden: Bool {
        get { super.isHidden || (text ?? "").isEmpty }
        set { super.isHidden = newValue }
    }
}

/// A button.
open class UIButton: UIView {
    open var title: String? { didSet { if title != oldValue { setNeedsDisplay() } } }
    /// The name of its icon.
    open var iconName: String? { didSet { if iconName != oldValue { setNeedsDisplay() } } }
    open var isEnabled = true { didSet { if isEnabled != oldValue { setNeedsDisplay() } } }
    /// Its action type.
    open var actionType: RSDUIActionType? { didSet { setNeedsDisplay() } }
    /// Called when it is pressed.
    public final var onTap: (@MainActor () -> Void)?

    public override init(name: String = "button") { super.init(name: name) }

    /// Creates a button with an action.
    public convenience init(name: String, title: String?, onTap: (@MainActor () -> Void)? = nil) {
        self.init(name: name)
        self.title = title
        self.onTap = onTap
    }

    open override var content: ViewContent {
        .button(ButtonContent(title: title, icon: iconName, action: actionType?.rawValue))
    }

    open override var isInUse: Bool { isEnabled }

    @discardableResult
    open override func receive(_ event: ViewEvent) -> Bool {
        guard case .tapped = event else { return false }
        if isEnabled { onTap?() }
        return true
    }
}

extension UIButton: Hashable {
    public nonisolated static func == (left: UIButton, right: UIButton) -> Bool { left === right }

    public nonisolated func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// A picture, or several one after the other.
open class UIImageView: UIView {
    /// What is shown.
    open var image: (any RSDImageThemeElement)? { didSet { setNeedsDisplay() } }

    public override init(name: String = "image") { super.init(name: name) }

    open override var content: ViewContent {
        let animation = image as? RSDAnimatedImageThemeElementObject
        return .image(
            ImageContent(
                image?.imageIdentifiers ?? [],
                roundInSeconds: animation?.animationDuration,
                rounds: animation?.animationRepeatCount,
                widthInPoints: image?.size?.width,
                heightInPoints: image?.size?.height,
                caption: image?.caption
            )
        )
    }

    open override var isHidden: Bool {
        get { super.isHidden || image == nil }
        set { super.isHidden = newValue }
    }
}

/// Shows the progress of the task, or that something is loading.
open class UIProgressView: UIView {
    /// The progress; `nil` to take no space.
    open var progress: ProgressContent? {
        didSet { if progress != oldValue { setNeedsDisplay() } }
    }

    public override init(name: String = "progress") { super.init(name: name) }

    open override var content: ViewContent {
        .progress(progress ?? ProgressContent(done: nil, total: nil))
    }

    open override var isHidden: Bool {
        get { super.isHidden || progress == nil }
        set { super.isHidden = newValue }
    }
}

/// The dial of a timer.
open class RSDCountdownDial: UIView {
    /// What is shown.
    open var countdown = CountdownContent(
        secondsLeft: 0,
        durationInSeconds: 0,
        state: .waiting
    ) {
        didSet { if countdown != oldValue { setNeedsDisplay() } }
    }

    public override init(name: String = "countdown") { super.init(name: name) }

    open override var content: ViewContent { .countdown(countdown) }
}

/// A part of the screen with a role that a host draws in its own way.
open class UIStackView: UIView {
    public let role: GroupContent.Role
    open var title: String? { didSet { if title != oldValue { setNeedsDisplay() } } }

    public init(name: String, role: GroupContent.Role) {
        self.role = role
        super.init(name: name)
    }

    open override var content: ViewContent { .group(GroupContent(role, title: title)) }
}

/// A page, a video, or the view of a camera.
open class RSDMediaView: UIView {
    open var media: MediaContent { didSet { if media != oldValue { setNeedsDisplay() } } }
    /// Called with the path of a picture's file that was taken or chosen.
    public final var onPicture: (@MainActor (String) -> Void)?

    public init(name: String = "media", _ media: MediaContent) {
        self.media = media
        super.init(name: name)
    }

    open override var content: ViewContent { .media(media) }

    @discardableResult
    open override func receive(_ event: ViewEvent) -> Bool {
        guard case .pictured(_, let file) = event else { return false }
        onPicture?(file)
        return true
    }
}

/// An area that receives touches.
open class RSDTouchArea: UIView {
    /// Called for each touch.
    public final var onTouch: (@MainActor (ViewEvent.Touch) -> Void)?

    public override init(name: String = "touchArea") { super.init(name: name) }

    open override var content: ViewContent { .group(GroupContent(.touchArea)) }

    @discardableResult
    open override func receive(_ event: ViewEvent) -> Bool {
        guard case .touched(_, let touch) = event else { return false }
        onTouch?(touch)
        return true
    }
}

/// A plot of the latest values of a sensor.
open class RSDPlotView: UIView {
    open var plot: PlotContent { didSet { if plot != oldValue { setNeedsDisplay() } } }

    public init(name: String = "plot", _ plot: PlotContent) {
        self.plot = plot
        super.init(name: name)
    }

    open override var content: ViewContent { .plot(plot) }
}

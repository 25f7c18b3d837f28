// A view without a screen. It keeps what a controller has set up, under the names that controllers of
// the field use, and says it as a value; who draws the value is none of its business. What has not
// changed is said by the very same value again, so that a host finds in no time what has.

public import ViewTree

/// A part of a screen.
@MainActor
open class UIView {
    /// Its name, unique within the view around it: what it is called stays, whatever it shows.
    public private(set) var name: String
    public private(set) weak var superview: UIView?
    public private(set) var subviews: [UIView] = []
    /// Whether it is left out of the screen.
    open var isHidden = false { didSet { setNeedsDisplay() } }
    /// Its background, and whether what stands on it is light.
    open var backgroundColor: RSDColorTile? { didSet { setNeedsDisplay() } }
    /// What it is drawn in.
    open var tintColor: RSDColor? { didSet { setNeedsDisplay() } }
    /// Where in the view around it stands.
    open var placement: ViewStyle.Placement? { didSet { setNeedsDisplay() } }
    /// What a person who does not see it is told, where its contents do not say it.
    open var accessibilityLabel: String? { didSet { setNeedsDisplay() } }
    open var accessibilityHint: String? { didSet { setNeedsDisplay() } }
    /// The words in which it and all that is in it are told to those who do not see them; `nil` for those
    /// of the view around it.
    open var words: StepWords? { didSet { if words != oldValue { setNeedsDisplay() } } }

    /// Told when anything in it shows something else; for whoever has this view as the root.
    final var displayChange: (@MainActor () -> Void)?
    private var shown: Shown?
    /// The names of the views in it.
    private var namesWithin: Set<String> = []

    /// A view; the name is made unique where it is added.
    public init(name: String = "view") {
        self.name = Self.fitted(name)
    }

    /// What it shows, apart from what is in it.
    open var content: ViewContent { .group(GroupContent(.stack)) }

    /// Whether it can be used now.
    open var isInUse: Bool { true }

    /// Takes what a person did with it; `false` where it has no use for that.
    @discardableResult
    open func receive(_ event: ViewEvent) -> Bool { false }

    /// What it showed last, and what of its surroundings that holds for.
    private struct Shown {
        var node: ViewNode
        var words: StepWords
        var saysLanguage: Bool
    }

    // MARK: The tree

    /// Adds a view behind those in it; one that was elsewhere is taken from there.
    open func addSubview(_ view: UIView) { insert(view, at: subviews.count) }

    /// Adds a view at a place among those in it.
    open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

    /// Takes it out of the view around it.
    open func removeFromSuperview() { leave() }
}

extension UIView {
    /// The view of a name within this one, which is itself a path from it; what is hidden is not there.
    public final func view(at names: ArraySlice<Substring>) -> UIView? {
        guard !isHidden else { return nil }
        guard let first = names.first else { return self }
        return subviews.first { $0.name == first }?.view(at: names.dropFirst())
    }

    /// Takes note that it shows something else.
    public final func setNeedsDisplay() {
        // All the way up, also from what was hidden and has never been shown.
        var view: UIView? = self
        while let here = view {
            here.shown = nil
            if here.superview == nil { here.displayChange?() }
            view = here.superview
        }
    }

    /// What it shows, with all that is in it.
    ///
    /// - Parameter parent: The element around it.
    /// - Returns: The same value as long as nothing changes.
    public final func node(in parent: ViewID?) -> ViewNode {
        node(in: parent, amid: superview?.nearestWords)
    }

    /// What it shows within an element whose words are these; `nil` where nothing is around it.
    final func node(in parent: ViewID?, amid around: StepWords?) -> ViewNode {
        let id = parent?.appending(name) ?? ViewID(name)
        let own = words ?? around ?? StepWords()
        let saysLanguage = words != nil && own.language != around?.language
        // Words may change far above it, where nobody knows who has been told in them.
        if let shown, shown.node.id == id, shown.words == own, shown.saysLanguage == saysLanguage {
            return shown.node
        }
        var content = content
        if saysLanguage { content.speak(own.language) }
        let node = ViewNode(
            id,
            content,
            style: ViewStyle(
                background: backgroundColor?.color.value,
                foreground: tintColor?.value,
                usesLightStyle: backgroundColor?.usesLightStyle,
                placement: placement,
                isEnabled: isInUse ? nil : false
            ),
            accessibility: told(of: content, in: own),
            children: subviews.filter { !$0.isHidden }.map { $0.node(in: id, amid: own) }
        )
        shown = Shown(node: node, words: own, saysLanguage: saysLanguage)
        return node
    }

    private func told(of content: ViewContent, in words: StepWords) -> ViewAccessibility {
        let own = content.accessibility(in: words.table, language: words.language)
        return ViewAccessibility(
            label: accessibilityLabel ?? own.label,
            value: own.value,
            hint: accessibilityHint ?? own.hint
        )
    }

    /// Its own words, else those of the nearest view around it that has some.
    final var nearestWords: StepWords? {
        var view: UIView? = self
        while let here = view {
            if let words = here.words { return words }
            view = here.superview
        }
        return nil
    }

    /// Gives it another name, by which it is another element from now on.
    final func rename(_ name: String) {
        let name = Self.fitted(name)
        guard name != self.name, superview?.namesWithin.contains(name) != true else { return }
        superview?.namesWithin.remove(self.name)
        superview?.namesWithin.insert(name)
        self.name = name
        setNeedsDisplay()
        superview?.setNeedsDisplay()
    }

    private func insert(_ view: UIView, at index: Int) {
        precondition(view !== self, "a view cannot be within itself")
        view.leave()
        var number = 2
        let plain = view.name
        while namesWithin.contains(view.name) {
            view.name = "\(plain)-\(number)"
            number += 1
        }
        namesWithin.insert(view.name)
        view.superview = self
        subviews.insert(view, at: min(max(0, index), subviews.count))
        setNeedsDisplay()
    }

    private func leave() {
        guard let around = superview else { return }
        around.subviews.removeAll { $0 === self }
        around.namesWithin.remove(name)
        superview = nil
        around.setNeedsDisplay()
    }

    /// A name that a path can be made of.
    private static func fitted(_ name: String) -> String {
        // By scalars: a mark that would join a slash ahead of it does not hide that.
        let parts = name.unicodeScalars.map { $0 == "/" ? "_" : $0 }
        guard let first = parts.first else { return "view" }
        let fitted = String(String.UnicodeScalarView(parts))
        return first.properties.isGraphemeExtend ? "_\(fitted)" : fitted
    }
}

extension ViewContent {
    /// Says in which language it is, if it is a part that can be in another one than what is around it.
    fileprivate mutating func speak(_ language: Language) {
        guard case .group(let group) = self, group.language == nil else { return }
        self = .group(group.speaking(language))
    }
}

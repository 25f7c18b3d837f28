// A view without a screen. A controller sets it up with the names that SageResearch uses; the view describes itself as
// a value (`ViewNode`), and a host draws that value. An unchanged view returns the same value again, so that a host
// finds changes quickly.

public import ViewTree

/// A part of a screen.
@MainActor
open class UIView {
    /// Its name, unique within its superview; it stays the same whatever the view shows.
    public private(set) var name: String
    public private(set) weak var superview: UIView?
    public private(set) var subviews: [UIView] = []
    /// Whether it is hidden.
    open var isHidden = false { didSet { setNeedsDisplay() } }
    /// Its background, and whether the text on it is light.
    open var backgroundColor: RSDColorTile? { didSet { setNeedsDisplay() } }
    /// The colour it is drawn in.
    open var tintColor: RSDColor? { didSet { setNeedsDisplay() } }
    /// Its placement within its superview.
    open var placement: ViewStyle.Placement? { didSet { setNeedsDisplay() } }
    /// The label for screen readers, if its content does not provide one.
    open var accessibilityLabel: String? { didSet { setNeedsDisplay() } }
    open var accessibilityHint: String? { didSet { setNeedsDisplay() } }
    /// The words for screen readers for this view and its subviews; `nil` for those of the superview.
    open var words: StepWords? { didSet { if words != oldValue { setNeedsDisplay() } } }

    /// Called when anything in it changes; used if this view is the root.
    final var displayChange: (@MainActor () -> Void)?
    private var shown: Shown?
    /// The names of its subviews.
    private var namesWithin: Set<String> = []

    /// Creates a view; the name is made unique when it is added to another view.
    public init(name: String = "view") {
        self.name = Self.fitted(name)
    }

    /// Its own content, without its subviews.
    open var content: ViewContent { .group(GroupContent(.stack)) }

    /// Whether it can be used now.
    open var isInUse: Bool { true }

    /// Handles a person's input; returns false if the view does not use it.
    @discardableResult
    open func receive(_ event: ViewEvent) -> Bool { false }

    /// The cached node, and the surroundings that it is valid for.
    private struct Shown {
        var node: ViewNode
        var words: StepWords
        var saysLanguage: Bool
    }

    // MARK: The tree

    /// Adds a subview after the others; it is removed from its former superview.
    open func addSubview(_ view: UIView) { insert(view, at: subviews.count) }

    /// Inserts a subview at an index.
    open func insertSubview(_ view: UIView, at index: Int) { insert(view, at: index) }

    /// Removes it from its superview.
    open func removeFromSuperview() { leave() }
}

extension UIView {
    /// The view at a path of names from this one; hidden views are not found.
    public final func view(at names: ArraySlice<Substring>) -> UIView? {
        guard !isHidden else { return nil }
        guard let first = names.first else { return self }
        return subviews.first { $0.name == first }?.view(at: names.dropFirst())
    }

    /// Marks it as changed.
    public final func setNeedsDisplay() {
        // Go up to the root, also from a view that is hidden or was never shown.
        var view: UIView? = self
        while let here = view {
            here.shown = nil
            if here.superview == nil { here.displayChange?() }
            view = here.superview
        }
    }

    /// The node of this view with its subviews.
    ///
    /// - Parameter parent: The element around it.
    /// - Returns: The same value as long as nothing changes.
    public final func node(in parent: ViewID?) -> ViewNode {
        node(in: parent, amid: superview?.nearestWords)
    }

    /// The node of this view; `around` are the words of its superview, `nil` without one.
    final func node(in parent: ViewID?, amid around: StepWords?) -> ViewNode {
        let id = parent?.appending(name) ?? ViewID(name)
        let own = words ?? around ?? StepWords()
        let saysLanguage = words != nil && own.language != around?.language
        // Compare the words, too: they may change in a distant superview.
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

    /// Its own words, or else those of the nearest superview that has some.
    final var nearestWords: StepWords? {
        var view: UIView? = self
        while let here = view {
            if let words = here.words { return words }
            view = here.superview
        }
        return nil
    }

    /// Renames it; under the new name, it counts as another element.
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

    /// A name that is valid in a path.
    private static func fitted(_ name: String) -> String {
        // Check scalars: a combining mark after a slash must not hide the slash.
        let parts = name.unicodeScalars.map { $0 == "/" ? "_" : $0 }
        guard let first = parts.first else { return "view" }
        let fitted = String(String.UnicodeScalarView(parts))
        return first.properties.isGraphemeExtend ? "_\(fitted)" : fitted
    }
}

extension ViewContent {
    /// Sets its language, if it is a group without one.
    fileprivate mutating func speak(_ language: Language) {
        guard case .group(let group) = self, group.language == nil else { return }
        self = .group(group.speaking(language))
    }
}

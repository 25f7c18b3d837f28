// Task files and code written for SageResearch name nibs and storyboards. Here a host registers what such a name stands
// for: a layout, which sets up a controller's views, or a maker of controllers. The names are global in the process,
// because SageResearch's initialisers take only a name.

public import FoundationTypes
public import Research
internal import SystemCalls

/// The registered layouts and controller makers, by their SageResearch names.
@MainActor
public enum RSDLayouts {
    /// Sets up the views of a controller.
    public typealias Layout = @MainActor (UIViewController) -> Void
    /// Makes the controller of a step.
    public typealias Maker =
        @MainActor (any RSDStep, (any RSDPathComponent)?) -> RSDStepViewController?

    /// Called when an unregistered name is used; by default, it prints each name once to standard error.
    public static var report: @MainActor (RSDLayoutError) -> Void = { tell($0) }

    private struct Key: Hashable {
        var collection: String?
        var name: String
        var bundle: String?
    }

    private static var layouts: [Key: Layout] = [:]
    private static var makers: [Key: Maker] = [:]
    private static var told: Set<String> = []

    /// Registers a layout for a nib's name; without a bundle, for every bundle.
    public static func register(nib name: String, bundle: Bundle? = nil, _ layout: @escaping Layout)
    {
        layouts[Key(name: name, bundle: bundle?.bundleIdentifier)] = layout
    }

    /// Registers a controller maker for a view's name and, optionally, its storyboard's name.
    public static func register(
        view name: String,
        storyboard: String? = nil,
        bundleIdentifier: String? = nil,
        _ maker: @escaping Maker
    ) {
        makers[Key(collection: storyboard, name: name, bundle: bundleIdentifier)] = maker
    }

    /// Removes a name.
    public static func unregister(_ name: String) {
        layouts = layouts.filter { $0.key.name != name }
        makers = makers.filter { $0.key.name != name }
    }

    /// The layout registered for a nib's name.
    public static func layout(named name: String, in bundle: Bundle?) -> Layout? {
        layouts[Key(name: name, bundle: bundle?.bundleIdentifier)] ?? layouts[Key(name: name)]
    }

    /// The maker that a view theme asks for: one for its storyboard, or else one for its name alone.
    public static func maker(for theme: any RSDViewThemeElement) -> Maker? {
        let bundles = theme.bundleIdentifier == nil ? [nil] : [theme.bundleIdentifier, nil]
        let storyboards =
            theme.storyboardIdentifier == nil ? [nil] : [theme.storyboardIdentifier, nil]
        for storyboard in storyboards {
            for bundle in bundles {
                let key = Key(collection: storyboard, name: theme.viewIdentifier, bundle: bundle)
                if let maker = makers[key] { return maker }
            }
        }
        return nil
    }

    private static func tell(_ error: RSDLayoutError) {
        guard told.insert(error.layout).inserted else { return }
        // Ignores a failure to write: standard error may be closed.
        try? TextStream.standardError.write("footfall: \(error)\n")
    }
}

/// A layout name that is not registered.
public struct RSDLayoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The requested name.
    public var layout: String

    public init(layout: String) { self.layout = layout }

    public var description: String {
        "no layout is registered by the name '\(layout)', so the controller's own is used; register "
            + "one with RSDLayouts.register, or name none"
    }
}

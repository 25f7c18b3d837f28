// Names of nibs and storyboards stand in task files and in code of the field. Here a name leads to what
// a host has registered by it: a layout, which sets up a controller's views, or a maker of controllers.
// The names are known to the whole process, because initialisers of the field take a name and no more.

public import Foundation
public import Research

/// Layouts and controllers by the names that the field calls them by.
@MainActor
public enum RSDLayouts {
    /// Sets up the views of a controller.
    public typealias Layout = @MainActor (UIViewController) -> Void
    /// Makes the controller of a step.
    public typealias Maker =
        @MainActor (any RSDStep, (any RSDPathComponent)?) -> RSDStepViewController?

    /// Told when a name is asked for that nobody has registered; by itself it says so once a name on the
    /// standard error.
    public static var report: @MainActor (RSDLayoutError) -> Void = { tell($0) }

    private struct Key: Hashable {
        var collection: String?
        var name: String
        var bundle: String?
    }

    private static var layouts: [Key: Layout] = [:]
    private static var makers: [Key: Maker] = [:]
    private static var told: Set<String> = []

    /// Registers a layout by a nib's name; with no bundle, for every bundle.
    public static func register(nib name: String, bundle: Bundle? = nil, _ layout: @escaping Layout)
    {
        layouts[Key(name: name, bundle: bundle?.bundleIdentifier)] = layout
    }

    /// Registers what makes a controller by a view's name, and by that of the storyboard it is in.
    public static func register(
        view name: String,
        storyboard: String? = nil,
        bundleIdentifier: String? = nil,
        _ maker: @escaping Maker
    ) {
        makers[Key(collection: storyboard, name: name, bundle: bundleIdentifier)] = maker
    }

    /// Forgets a name.
    public static func unregister(_ name: String) {
        layouts = layouts.filter { $0.key.name != name }
        makers = makers.filter { $0.key.name != name }
    }

    /// The layout of a nib's name.
    public static func layout(named name: String, in bundle: Bundle?) -> Layout? {
        layouts[Key(name: name, bundle: bundle?.bundleIdentifier)] ?? layouts[Key(name: name)]
    }

    /// The maker that a view theme asks for: that of its storyboard, else one of its name alone.
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
        // Whoever closed the standard error does not want to hear it.
        try? FileHandle.standardError.write(contentsOf: Data("footfall: \(error)\n".utf8))
    }
}

/// A layout that nobody has registered.
public struct RSDLayoutError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name that was asked for.
    public var layout: String

    public init(layout: String) { self.layout = layout }

    public var description: String {
        "no layout is registered by the name '\(layout)', so the controller's own is used; register "
            + "one with RSDLayouts.register, or name none"
    }
}

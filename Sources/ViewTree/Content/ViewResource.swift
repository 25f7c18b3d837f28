// Resources that a tree refers to by name; a host asks for their bytes. A host gets only resources that the tree names,
// so each kind of content lists its own here.

/// A resource that an element refers to.
public struct ViewResource: Sendable, Hashable {
    public var kind: Kind
    /// Its name, or its address.
    public var name: String

    /// What it is for.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case picture, page, film
    }

    public init(_ kind: Kind, _ name: String) {
        self.kind = kind
        self.name = name
    }
}

extension ViewContent {
    /// The resources that the content refers to.
    public var resources: [ViewResource] {
        switch self {
        case .image(let image): image.names.map { ViewResource(.picture, $0) }
        case .button(let button): button.icon.map { [ViewResource(.picture, $0)] } ?? []
        case .cell(let cell): cell.icon.map { [ViewResource(.picture, $0)] } ?? []
        case .media(let media):
            switch media.kind {
            case .page: [ViewResource(.page, media.address)]
            case .film: [ViewResource(.film, media.address)]
            case .camera, .pictures: []
            }
        case .group, .label, .progress, .countdown, .section, .textField, .picker, .slider, .plot,
            .alert:
            []
        }
    }
}

extension ViewNode {
    /// The resources of this element and its descendants.
    public var resources: Set<ViewResource> {
        var found: Set<ViewResource> = []
        forEach { found.formUnion($0.content.resources) }
        return found
    }
}

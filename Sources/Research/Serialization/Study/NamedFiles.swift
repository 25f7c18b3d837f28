// Reports missing pictures, pages and videos before a participant notices them. The check reports nothing for a host
// without resource folders, because such a host finds its files in another way.

internal import SystemCalls

extension StudyRule {
    /// Reports files of steps that no resource folder contains.
    static let namedFiles = StudyRule(withNotes: { study in
        var found = RSDTaskFileFindings(faults: [])
        let folders = study.factory.surroundings.resources
        guard !folders.folders.isEmpty else { return found }
        var names = NamedFiles()
        for level in study.levels {
            names.add(level)
        }
        for question in study.questions { names.add(question) }
        var others: [NamedFiles.Named] = []
        var present: [RSDResource.Kind: [String]] = [:]
        for named in names.all where !named.isIn(folders) {
            let beside = present[named.kind] ?? folders.names(of: named.kind)
            present[named.kind] = beside
            if let fault = named.fault(beside: beside, study.suggestions) {
                found.faults.append(fault)
            } else {
                others.append(named)
            }
        }
        if let first = others.first { found.notes.append(first.note(with: others.dropFirst())) }
        return found
    })
}

/// The files that a task names.
struct NamedFiles {
    var all: [Named] = []

    /// The name of a file, its kind, and the path in the task file where it is named.
    struct Named {
        let name: String
        let kind: RSDResource.Kind
        let path: JSONPath
    }

    mutating func add(_ level: Study.Level) {
        add((level.task as? RSDUIActionHandlerObject)?.actions, at: level.path)
        for (number, step) in level.steps.enumerated() {
            let place = level.path.appending("steps").appending(number)
            // A section is a level, too, and its buttons are added as those of that level.
            if !(step is any RSDSectionStep) {
                add((step as? RSDUIActionHandlerObject)?.actions, at: place)
            }
            switch (step as? any RSDDesignableUIStep)?.imageTheme {
            case let image as RSDFetchableImageThemeElementObject
            where image.bundleIdentifier == nil:
                add(image.imageName, .picture, at: place.appending("image").appending("imageName"))
            case let image as RSDAnimatedImageThemeElementObject where image.bundleIdentifier == nil:
                for (index, name) in image.imageNames.enumerated() {
                    let list = place.appending("image").appending("imageNames")
                    add(name, .picture, at: list.appending(index))
                }
            default: break
            }
            for (index, icon) in ((step as? RSDOverviewStepObject)?.icons ?? []).enumerated() {
                add(
                    icon.icon,
                    .picture,
                    at: place.appending("icons").appending(index).appending("icon")
                )
            }
        }
    }

    mutating func add(_ question: Study.Question) {
        let choices = (question.field as? any RSDChoiceInputField)?.choices ?? []
        for (index, choice) in choices.enumerated() {
            guard let icon = choice.icon else { continue }
            add(
                icon,
                .picture,
                at: question.path.appending("choices").appending(index).appending("icon")
            )
        }
    }

    private mutating func add(
        _ actions: [RSDUIActionType: any RSDUIAction]?,
        at path: JSONPath
    ) {
        for (button, action) in (actions ?? [:]).sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            guard action.bundleIdentifier == nil else { continue }
            let place = path.appending("actions").appending(button.rawValue)
            if let icon = action.iconName { add(icon, .picture, at: place.appending("iconName")) }
            switch action {
            case let action as RSDWebViewUIActionObject:
                add(address: action.url, .page, at: place.appending("url"))
            case let action as RSDVideoViewUIActionObject:
                add(address: action.url, .film, at: place.appending("url"))
            default: break
            }
        }
    }

    /// Adds the file of an address, unless the address is absolute or has a scheme.
    private mutating func add(address: String, _ kind: RSDResource.Kind, at path: JSONPath) {
        guard !address.contains(":"), !address.hasPrefix("/") else { return }
        add(String(address.prefix { $0 != "#" && $0 != "?" }), kind, at: path)
    }

    private mutating func add(_ name: String, _ kind: RSDResource.Kind, at path: JSONPath) {
        guard !name.isEmpty else { return }
        all.append(Named(name: name, kind: kind, path: path))
    }
}

extension NamedFiles.Named {
    /// True if the file can be read in one of the folders.
    func isIn(_ folders: RSDResourceLocator) -> Bool {
        (try? folders.resource(name, kind, bytes: 0..<1)) != nil
    }

    /// Returns the fault of a file that is certainly missing; `nil` if an app may have it.
    ///
    /// The file is certainly missing if a file with a similar name exists, or if its name has an extension and other
    /// files of its kind exist (for a picture, the extension suffices).
    ///
    /// A name without an extension that resembles no file may be an image of the app.
    func fault(
        beside present: [String],
        _ suggestions: Study.Suggestions
    ) -> RSDTaskFileFault? {
        let isOfFile = kind.contentTypes.contains { name.hasSuffix(".\($0.key)") }
        let plain = present.map { String($0.prefix(upTo: $0.lastIndex(of: ".") ?? $0.endIndex)) }
        let nearest = suggestions.nearest(to: name, among: present + plain)
        guard nearest != nil || isOfFile && (kind == .picture || !present.isEmpty) else {
            return nil
        }
        return RSDTaskFileFault(
            "there is no \(kind.rawValue) '\(name)' in the folders of resources",
            at: path,
            expected: present.isEmpty
                ? "put it beside the task, or leave it out"
                : "put it beside the task, or write \(NearestName.list(of: present))",
            nearest: nearest,
            isHarmless: true
        )
    }

    /// The most names in one note.
    private static let shown = 8

    /// Returns a note about files that are missing here, but may belong to an app.
    func note(with others: some Collection<NamedFiles.Named>) -> RSDTaskFileFault {
        let names = ([name] + others.map(\.name)).map { "'\($0)'" }
        let shown = names.prefix(Self.shown).joined(separator: ", ")
        let more = names.count > Self.shown ? ", and \(names.count - Self.shown) more" : ""
        return RSDTaskFileFault(
            names.count == 1
                ? "the \(kind.rawValue) \(shown) is not in the folders of resources"
                : "\(names.count) files are not in the folders of resources: \(shown)\(more)",
            at: path,
            expected: names.count == 1
                ? "put it beside the task, or run the task in an app that has it"
                : "put each beside the task, or run the task in an app that has them",
            isHarmless: true
        )
    }
}

extension RSDResourceLocator {
    /// The names of the files of a kind in the folders, sorted.
    fileprivate func names(of kind: RSDResource.Kind) -> [String] {
        let names = folders.flatMap { (try? FileSystem.list($0)) ?? [] }
        return names.filter { name in
            kind.contentTypes.contains { name.hasSuffix(".\($0.key)") }
        }.sorted()
    }
}

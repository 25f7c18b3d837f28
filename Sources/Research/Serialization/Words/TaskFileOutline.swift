// The common structure of the schema and the reference page, which describe task files in two forms: which objects
// there are, their order, and their names.

/// The objects of task files that a factory reads: the types of each family, and the objects that types share.
struct TaskFileOutline {
    /// One type of a family.
    struct Member {
        let word: String
        let sentence: String
        let words: RSDWords
    }

    /// The types of each family.
    private let members: [RSDFamily: [Member]]
    /// The objects without a type that are values of keys, in the order in which they were found.
    private(set) var shared: [(name: String, words: RSDWords)] = []
    private var places: [String: Int] = [:]
    /// The names of the families and of their types, which no shared object may have.
    private let reserved: Set<String>

    init(_ declared: DeclaredWords) {
        var members: [RSDFamily: [Member]] = [:]
        var reserved: Set<String> = []
        for family in RSDFamily.allCases {
            members[family] = declared[family].all.map {
                Member(word: $0.word, sentence: $0.sentence, words: $0.words ?? family.fallback)
            }
            reserved.insert(family.rawValue)
            let types = declared[family].all.map(\.word) + [Self.other]
            reserved.formUnion(types.map { Self.name(of: $0, in: family) })
        }
        self.members = members
        self.reserved = reserved
        for family in RSDFamily.allCases {
            for member in self[family] { addParts(of: member.words) }
            addParts(of: family.fallback)
        }
    }

    /// The types of a family, in the order of their declaration.
    subscript(family: RSDFamily) -> [Member] { members[family] ?? [] }

    /// The name that stands for all undeclared types of a family.
    static let other = "other"

    /// Returns the name of a type among all types.
    static func name(of type: String, in family: RSDFamily) -> String {
        "\(family.rawValue).\(type)"
    }

    /// Returns the name of a shared object; it is lengthened if another object has the same one.
    func name(of words: RSDWords) -> String {
        var name = words.name
        while isTaken(name, by: words) { name += "-\(Self.other)" }
        return name
    }

    private func isTaken(_ name: String, by words: RSDWords) -> Bool {
        if let place = places[name] { return !shared[place].words.isSame(as: words) }
        return reserved.contains(name)
    }

    private mutating func addParts(of words: RSDWords) {
        for key in words.keys {
            for part in key.shape.parts {
                let name = name(of: part)
                guard places[name] == nil else { continue }
                places[name] = shared.count
                shared.append((name, part))
                addParts(of: part)
            }
        }
    }
}

extension RSDKey.Shape {
    /// The objects without a type that a value of this shape may contain.
    var parts: [RSDWords] {
        switch self {
        case .object(let words): [words]
        case .list(let element), .map(_, let element): element.parts
        case .either(let shapes): shapes.flatMap(\.parts)
        case .text, .boolean, .integer, .number, .date, .anything, .step, .awaitedStep, .named,
            .word, .openWord, .instants, .member, .fetched, .overrides, .nothing:
            []
        }
    }
}

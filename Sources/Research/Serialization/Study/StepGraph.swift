// A graph of which step may follow which, whatever is answered. A step whose targets the task file does not define is
// assumed to lead anywhere. So if the graph has no path to a step, the task has none either.

/// The steps of a level as a graph; a place is the index of a step in its level.
struct StepGraph {
    /// The places that each step may lead to; the index after the last step is the end of the level.
    private let edges: [Set<Int>]
    /// The steps that may lead to each place.
    private let origins: [Set<Int>]
    /// The steps that may lead anywhere.
    private let open: Set<Int>

    init(_ level: Study.Level) {
        let steps = level.steps
        let end = steps.count
        let isDefined = FileDefinedTargets.areComplete(for: level.task)
        var places: [String: Int] = [:]
        for (place, step) in steps.enumerated().reversed() { places[step.identifier] = place }
        var open: Set<Int> = []
        let edges = steps.enumerated().map { place, step -> Set<Int> in
            guard isDefined else {
                open.insert(place)
                return [end]
            }
            let targets = FileDefinedTargets.targets(
                of: step,
                inside: level.around + [level.task]
            )
            if targets.mayLeadAnywhere { open.insert(place) }
            var next = Set(
                targets.named.map { name in
                    name == RSDIdentifier.nextStep ? place + 1 : places[name] ?? end
                }
            )
            if targets.mayGoOn || targets.mayLeadAnywhere { next.insert(place + 1) }
            if targets.mayLeadAnywhere { next.insert(end) }
            return next
        }
        self.edges = edges
        self.open = open
        var origins = [Set<Int>](repeating: [], count: end + 1)
        for (place, targets) in edges.enumerated() {
            for target in targets { origins[target].insert(place) }
        }
        self.origins = origins
    }

    /// The index after the last step, which represents the end of the level.
    var end: Int { edges.count }

    /// Returns the places that a step may lead to, directly or later.
    func reached(from place: Int) -> Set<Int> {
        Self.reached(from: place) { $0 < end ? edges[$0] : [] }
    }

    /// Returns whether a step may lead to another one.
    func leads(from place: Int, to other: Int) -> Bool {
        let reached = reached(from: place)
        return reached.contains(other) || !open.isDisjoint(with: reached.union([place]))
    }

    /// Returns the steps that may lead to a place, directly or later.
    func reaching(_ place: Int) -> Set<Int> {
        Self.reached(from: place) { origins[$0] }
    }

    /// Returns the loop that a step leads into and that nothing leads out of; empty if the step may reach the end.
    func loop(behind place: Int) -> Set<Int> {
        var place = place
        while true {
            let reached = reached(from: place)
            let others = reached.subtracting(reaching(place))
            // A place that does not lead back is closer to the final loop, so the search continues there.
            guard let next = others.max() else { return reached }
            place = next
        }
    }

    private static func reached(from place: Int, _ next: (Int) -> Set<Int>) -> Set<Int> {
        var reached: Set<Int> = []
        var open = [place]
        while let here = open.popLast() {
            for target in next(here) where reached.insert(target).inserted { open.append(target) }
        }
        return reached
    }
}

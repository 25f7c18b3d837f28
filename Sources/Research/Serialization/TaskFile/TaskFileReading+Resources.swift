// What a file says of other files: what is inside them is checked as if it stood there.

extension TaskFileReading {
    /// The place of keys that are laid over the step of a resource.
    ///
    /// - Parameters:
    ///   - transformer: What names the resource.
    ///   - here: Where the transformer stands.
    ///   - place: Where the object stands whose keys they are.
    /// - Returns: The place.
    mutating func below(
        _ transformer: JSONValue?,
        at here: Place,
        of place: Place
    ) -> Place {
        var inner = place
        inner.isOverlay = true
        inner.below = nil
        if let name = transformer?["resourceName"]?.text {
            inner.below = resource(name, as: .step, at: here)
        }
        return inner
    }

    /// Checks a task that is fetched later; hosts without folders fetch it from elsewhere.
    mutating func checkFetched(_ transformer: JSONValue, at place: Place) {
        guard !factory.surroundings.resources.folders.isEmpty,
            ["resource", nil].contains(transformer["type"]?.text),
            let name = transformer["resourceName"]?.text
        else {
            mayHaveOthers = true
            return
        }
        // It speaks of its own steps only; recorders of this task may begin and end at them.
        var inner = TaskFileReading(factory: factory, making: made)
        inner.resources = resources
        inner.failures = failures
        _ = inner.resource(name, as: .task, at: place)
        inner.checkReferences()
        inner.noteAllDropped()
        failures = inner.failures
        add(inner.faults, notes: inner.notes)
        identifiers.formUnion(inner.identifiers)
        mayHaveOthers = mayHaveOthers || inner.mayHaveOthers
    }

    /// What stands in a resource, the first time with its faults.
    ///
    /// What is wrong in a file is mended in that file, and told once; a name that leads to no file
    /// is mended where it stands, and told at each place that has it.
    private mutating func resource(
        _ name: String,
        as family: RSDFamily,
        at place: Place
    ) -> JSONValue? {
        do {
            var inside = Place()
            inside.chain = try place.chain.entering(name)
            inside.path = place.path.appending(resource: name)
            if let known = resources[name] { return known }
            if let failure = failures[name] {
                guard failure.path.components.first == .key("resourceName") else { return nil }
                throw failure
            }
            let value: JSONValue
            do {
                value = try place.chain.decode(JSONValue.self, in: name, by: factory)
            } catch {
                failures[name] = RSDTaskFileError(error)
                throw error
            }
            resources[name] = value
            // A chain of deep files is deeper than any one of them.
            var inner = self
            try DeepStack.run { inner.check(value, as: .member(family), at: inside) }
            self = inner
            return value
        } catch {
            let fault = RSDTaskFileError(error)
            let isNamed = fault.path.components.isEmpty
            let path = isNamed ? place.path.appending("resourceName") : place.path
            tell(
                fault.what,
                at: JSONPath(path.components + fault.path.components),
                expected: fault.remedy
            )
            return nil
        }
    }
}

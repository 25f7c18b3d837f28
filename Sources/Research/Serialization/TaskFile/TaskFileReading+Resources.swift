// Checks the resources that a task file names, as if their content were in the file itself.

extension TaskFileReading {
    /// Returns the place for checking the keys that override a step from a resource.
    ///
    /// - Parameters:
    ///   - transformer: The object that names the resource.
    ///   - here: The place of the transformer.
    ///   - place: The place of the object that has the overriding keys.
    /// - Returns: The place, with the step that is overridden.
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

    /// Checks a task that is fetched during the run.
    ///
    /// If the host has no resource folders, or the task is not in a file, the steps of the task stay unknown.
    /// References to steps are then not checked.
    mutating func checkFetched(_ transformer: JSONValue, at place: Place) {
        guard !factory.surroundings.resources.folders.isEmpty,
            ["resource", nil].contains(transformer["type"]?.text),
            let name = transformer["resourceName"]?.text
        else {
            mayHaveOthers = true
            return
        }
        // The inner task refers only to its own steps, but recorders of this task may start and stop at them.
        var inner = TaskFileReading(factory: factory, making: made)
        inner.resources = resources
        inner.failures = failures
        inner.toldReferences = toldReferences
        _ = inner.resource(name, as: .task, at: place)
        inner.checkReferences()
        inner.noteAllDropped()
        resources = inner.resources
        failures = inner.failures
        toldReferences = inner.toldReferences
        add(inner.faults, notes: inner.notes)
        identifiers.formUnion(inner.identifiers)
        mayHaveOthers = mayHaveOthers || inner.mayHaveOthers
    }

    /// Returns the content of a resource, and reports its faults when it is read for the first time.
    ///
    /// A fault within a resource is corrected in that file, so it is reported once. A name without a file is corrected
    /// where it is written, so it is reported at each such place.
    private mutating func resource(
        _ name: String,
        as family: RSDFamily,
        at place: Place
    ) -> JSONValue? {
        do {
            var inside = Place()
            inside.chain = try place.chain.entering(name)
            inside.path = place.path.appending(resource: name)
            if let known = resources[name] {
                identifiers.formUnion(known.identifiers)
                references.formUnion(known.references, from: known.path, to: inside.path)
                mayHaveOthers = mayHaveOthers || known.mayHaveOthers
                return known.value
            }
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
            var checked = CheckedResource(value: value, path: inside.path)
            resources[name] = checked
            var inner = self
            inner.identifiers = []
            inner.references = StepReferences()
            inner.mayHaveOthers = false
            // Nested files can together be deeper than each one, so the check needs the largest stack.
            try DeepStack.run { inner.check(value, as: .member(family), at: inside) }
            checked.identifiers = inner.identifiers
            checked.references = inner.references
            checked.mayHaveOthers = inner.mayHaveOthers
            inner.resources[name] = checked
            inner.identifiers.formUnion(identifiers)
            inner.references = references
            inner.references.formUnion(checked.references, from: inside.path, to: inside.path)
            inner.mayHaveOthers = inner.mayHaveOthers || mayHaveOthers
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

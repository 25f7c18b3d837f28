// What a person does with a screen, as a host tells it.

/// What a person did.
public enum ViewEvent: Sendable, Hashable {
    /// Pressed a button, or chose a row.
    case tapped(ViewID)
    /// Went into a field; keys go to it from now on.
    case began(ViewID)
    /// Put text in place of some of a field's, counted in UTF-16 as the field's words are everywhere.
    case typed(ViewID, replacing: Range<Int>, with: String)
    /// Has a whole new text in a field.
    case entered(ViewID, String)
    /// Left a field.
    case ended(ViewID)
    /// Pressed the key at the end of a line.
    case pressedReturn(ViewID)
    /// Turned wheels; where each stands now.
    case picked(ViewID, [Int?])
    /// Slid to a number.
    case slid(ViewID, Double)
    /// Touched an area, moved in it or let it go: at a place in parts of its width and height.
    case touched(ViewID, Touch)
    /// Took a picture, or chose one: where its file is.
    case pictured(ViewID, file: String)
    /// Pushed a screen aside: back, or on.
    case swiped(Direction)
    /// Closed what lies on top of the screen.
    case closed(ViewID)
    /// The screen went off, or another program took its place; or it is back.
    case screen(isInForeground: Bool)
    /// Has spoken the text of a cue, to its end or not; the first answer of any host counts.
    case spoke(ViewCue.ID, isFinished: Bool = true)
    /// Wants a mark in all that is recorded: with a name, and so many seconds before now, in the time of the run.
    case mark(String, secondsAgo: Double = 0)
    /// Updates may not have come: the host has them up to this number, or wants the whole tree.
    case missed(after: Int?)

    /// Where a screen is pushed to.
    public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
        case back, forward
    }
}

extension ViewEvent {
    /// How long a mark may have been on its way, as by somebody who types its name.
    package static let possibleSecondsAgo = 0.0...3600

    /// The same, if it was done so long ago; only of marks and touches the instant matters.
    public func done(secondsAgo: Double) -> ViewEvent {
        switch self {
        case .mark(let name, let earlier): return .mark(name, secondsAgo: earlier + secondsAgo)
        case .touched(let id, var touch):
            touch.secondsAgo += secondsAgo
            return .touched(id, touch)
        default: return self
        }
    }

    /// The element that it was done with; `nil` for what is done with the whole screen.
    public var target: ViewID? {
        switch self {
        case .tapped(let id), .began(let id), .typed(let id, _, _), .entered(let id, _),
            .ended(let id), .pressedReturn(let id), .picked(let id, _), .slid(let id, _),
            .touched(let id, _), .pictured(let id, _), .closed(let id):
            id
        case .swiped, .screen, .spoke, .mark, .missed: nil
        }
    }
}

// What a user does with a screen, as a host reports it.

/// An event from the user or the host.
public enum ViewEvent: Sendable, Hashable {
    /// Pressed a button, or chose a row.
    case tapped(ViewID)
    /// Moved the focus to a field.
    case began(ViewID)
    /// Replaced part of a field's text; positions count UTF-16 units, as in all fields.
    case typed(ViewID, replacing: Range<Int>, with: String)
    /// Replaced the whole text of a field.
    case entered(ViewID, String)
    /// Left a field.
    case ended(ViewID)
    /// Pressed the key at the end of a line.
    case pressedReturn(ViewID)
    /// Changed a picker; the selected row of each column.
    case picked(ViewID, [Int?])
    /// Moved a slider to a number.
    case slid(ViewID, Double)
    /// Touched an area, moved in it or let go of it, at a position in fractions of its size.
    case touched(ViewID, Touch)
    /// Took or chose a picture, which is in this file.
    case pictured(ViewID, file: String)
    /// Swiped the screen aside, back or forward.
    case swiped(Direction)
    /// Closed the screen or alert on top.
    case closed(ViewID)
    /// The screen was switched off or covered by another program, or is back.
    case screen(isInForeground: Bool)
    /// A host has finished a text, to its end or not; the first host's report counts.
    case spoke(ViewCue.ID, isFinished: Bool = true)
    /// Asks for a mark in all recordings, with a name, and so many seconds ago, by the run's clock.
    case mark(String, secondsAgo: Double = 0)
    /// Updates may be lost: the host has them up to this number, or needs the whole tree.
    case missed(after: Int?)

    /// The direction of a swipe.
    public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
        case back, forward
    }
}

extension ViewEvent {
    /// How long ago the moment of a mark or a touch may be: users take time to type a mark's name.
    package static let possibleSecondsAgo = 0.0...3600

    /// The same event, dated so many seconds earlier; this matters only for marks and touches.
    public func done(secondsAgo: Double) -> ViewEvent {
        switch self {
        case .mark(let name, let earlier): return .mark(name, secondsAgo: earlier + secondsAgo)
        case .touched(let id, var touch):
            touch.secondsAgo += secondsAgo
            return .touched(id, touch)
        default: return self
        }
    }

    /// The element that the event is about; `nil` if it is about the whole screen.
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

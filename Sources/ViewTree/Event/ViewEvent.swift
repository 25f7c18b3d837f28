// What a user does with a screen, as a host reports it.

/// An event from the user or the host.
public enum ViewEvent: Sendable, Hashable {
    /// The user pressed a button, or chose a row.
    case tapped(ViewID)
    /// The user moved the focus to a field.
    case began(ViewID)
    /// The user replaced part of a field's text; positions count UTF-16 units, as in all fields.
    case typed(ViewID, replacing: Range<Int>, with: String)
    /// The user replaced the whole text of a field.
    case entered(ViewID, String)
    /// The user left a field.
    case ended(ViewID)
    /// The user pressed the key at the end of a line.
    case pressedReturn(ViewID)
    /// The user changed a picker; the selected row of each column.
    case picked(ViewID, [Int?])
    /// The user moved a slider to a number.
    case slid(ViewID, Double)
    /// The user touched an area, moved the finger in it or lifted it, at a position in fractions of the area's size.
    case touched(ViewID, Touch)
    /// The user took or chose a picture, which is in this file.
    case pictured(ViewID, file: String)
    /// The user swiped the screen aside, back or forward.
    case swiped(Direction)
    /// The user closed the screen or alert on top.
    case closed(ViewID)
    /// The screen was switched off or covered by another program, or is visible again.
    case screen(isInForeground: Bool)
    /// A host has stopped speaking a text, at its end or before; only the first report about a text counts.
    case spoke(ViewCue.ID, isFinished: Bool = true)
    /// The user asks for a named mark in all recordings, at the time `secondsAgo` before now, by the run's clock.
    case mark(String, secondsAgo: Double = 0)
    /// The host may have missed updates: it has those up to this number; `nil` asks for the whole tree.
    case missed(after: Int?)

    /// The direction of a swipe.
    public enum Direction: String, Sendable, Hashable, Codable, CaseIterable {
        case back, forward
    }
}

extension ViewEvent {
    /// How long ago the moment of a mark or a touch may be: users take time to type a mark's name.
    package static let possibleSecondsAgo = 0.0...3600

    /// Returns the event, dated so many seconds earlier if it is a mark or a touch, else unchanged.
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

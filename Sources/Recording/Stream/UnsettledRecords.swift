// The records that are written but not flushed. If the flush fails, they show which readings were lost, so that
// each is counted in a gap.

public import SampleStream

/// What one unflushed record contains.
@frozen
@usableFromInline
struct UnsettledRecord {
    @usableFromInline var time: Int64
    /// How many readings it represents: one, or the count of a gap; 0 for a mark.
    @usableFromInline var readings: Int64
    @usableFromInline var channel: Int32
    /// For a gap, the reason why its readings are missing.
    @usableFromInline var reason: GapReason?
    @usableFromInline var isEstimated: Bool

    @inlinable
    init(
        time: Int64,
        readings: Int64,
        channel: Int,
        reason: GapReason?,
        isEstimated: Bool = false
    ) {
        self.time = time
        self.readings = readings
        self.channel = Int32(truncatingIfNeeded: channel)
        self.reason = reason
        self.isEstimated = isEstimated
    }
}

/// The unflushed records of a file, in a buffer of fixed size.
@safe
@usableFromInline
struct UnsettledRecords: ~Copyable {
    @usableFromInline static let capacity = 4096
    @usableFromInline let slots: UnsafeMutablePointer<UnsettledRecord>
    @usableFromInline var count = 0

    init() {
        unsafe slots = .allocate(capacity: Self.capacity)
        unsafe slots.initialize(
            repeating: UnsettledRecord(time: 0, readings: 0, channel: 0, reason: nil),
            count: Self.capacity
        )
    }

    // `@inlinable` because release builds destroy the value in place, in code that is itself inlinable.
    @inlinable
    deinit {
        unsafe slots.deallocate()
    }

    @inlinable var isFull: Bool { count == Self.capacity }

    @inlinable
    mutating func append(_ record: UnsettledRecord) {
        precondition(count < Self.capacity, "a flush comes before what would not fit")
        unsafe slots[count] = record
        count &+= 1
    }

    subscript(index: Int) -> UnsettledRecord {
        precondition(index >= 0 && index < count)
        return unsafe slots[index]
    }

    mutating func removeAll() {
        count = 0
    }
}

// The classes of SageResearch and ResearchKit name a few types of Foundation in their signatures. An app has Foundation
// anyway. The command calls none of these functions, and without Foundation its file is a third as large and starts
// faster: `Scripts/build-release` builds it without the trait `FoundationTypes`, and empty types take their place.

#if FoundationTypes
    @_exported public import Foundation
#else
    @_exported public import FoundationEssentials

    /// A range of UTF-16 units.
    public struct NSRange: Sendable, Hashable {
        public var location: Int
        public var length: Int

        public init(location: Int, length: Int) {
            self.location = location
            self.length = length
        }
    }

    /// The indices of rows or sections, of which the controllers here name one at a time.
    public struct IndexSet: Sendable, Hashable, Sequence {
        private let integer: Int

        public init(integer: Int) { self.integer = integer }

        public func makeIterator() -> CollectionOfOne<Int>.Iterator {
            CollectionOfOne(integer).makeIterator()
        }
    }

    /// Stands for a text of Foundation, of which there is none.
    public final class NSString: Sendable {
        private init() {}
    }

    /// Stands for Foundation's absent value, of which there is none.
    public final class NSNull: Sendable {
        private init() {}
    }

    /// Stands for an archive's reader, of which there is none.
    public final class NSCoder: Sendable {
        private init() {}

        public func containsValue(forKey key: String) -> Bool { false }
        public func decodeObject<Decoded>(
            of type: Decoded.Type,
            forKey key: String
        ) -> Decoded? { nil }
    }

    /// Stands for a folder of resources, of which there is none.
    public final class Bundle: Sendable {
        public let bundleIdentifier: String?

        /// Finds nothing.
        public init?(identifier: String) { nil }
    }
#endif

// What rclone says of the other end: which hashes it computes, and whether it moves files by itself.

internal import FoundationEssentials

extension RcloneEnd {
    struct Features: Decodable {
        private var told: [String]?
        private var name: String
        var can: Can

        /// The hashes that the other end computes itself.
        ///
        /// A server of Nextcloud's kind gives back the one that rclone has told it: that says nothing of what it has.
        var hashes: [String] { name.hasPrefix("webdav root ") ? [] : told ?? [] }

        struct Can: Decodable {
            var move: Bool?
            var copy: Bool?
            var bucketBased: Bool?

            private enum CodingKeys: String, CodingKey {
                case move = "Move"
                case copy = "Copy"
                case bucketBased = "BucketBased"
            }
        }

        private enum CodingKeys: String, CodingKey {
            case told = "Hashes"
            case name = "String"
            case can = "Features"
        }
    }
}

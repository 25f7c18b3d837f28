// What rclone reports about a destination: which hashes it computes, and whether it can move files itself.

internal import FoundationEssentials

extension RcloneEnd {
    struct Features: Decodable {
        private var told: [String]?
        private var name: String
        var can: Can

        /// The hashes that the destination computes itself.
        ///
        /// Empty for WebDAV: a Nextcloud server returns the hash that rclone has sent to it, which proves nothing about
        /// the file there.
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

// Queries on the destination as a whole: its top folders, which distinguish a missing session from a missing
// destination, and the sizes of files of many sessions in one call.

internal import FoundationEssentials

extension RcloneEnd {
    func topFolders() throws(SendError) -> [String]? {
        struct Item: Decodable {
            var name: String
            private enum CodingKeys: String, CodingKey { case name = "Name" }
        }
        let answer = try rclone.run(
            ["lsjson", "--dirs-only", "--no-modtime", "--no-mimetype", destination.text],
            accepting: RcloneProgram.notThere
        )
        guard answer.status == 0 else { return nil }
        // Output that cannot be parsed does not prove that the destination exists, so it counts as a missing
        // destination.
        return (try? JSONDecoder().decode([Item].self, from: Data(answer.output)))?.map(\.name)
    }

    func sizes(of paths: [String]) throws(SendError) -> [String: Int64] {
        struct Item: Decodable {
            var path: String
            var size: Int64

            private enum CodingKeys: String, CodingKey {
                case path = "Path"
                case size = "Size"
            }
        }
        guard !paths.isEmpty else { return [:] }
        let answer = try rclone.run(
            [
                "lsjson", "--recursive", "--files-only", "--no-modtime", "--no-mimetype",
                destination.text,
            ] + fileOf(paths),
            accepting: RcloneProgram.notThere
        )
        guard answer.status == 0 else { return [:] }
        let items = try decode([Item].self, answer.output)
        return Dictionary(items.map { ($0.path, $0.size) }) { first, _ in first }
    }
}

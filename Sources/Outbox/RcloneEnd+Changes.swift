// The operations that change files at the destination: copy, move and delete. Each refuses a folder that is not below
// the destination.

internal import PlainWords
internal import SystemCalls

extension RcloneEnd {
    func copy(
        _ names: [String],
        from local: String,
        to folder: String,
        again: Bool
    ) throws(SendError) {
        try requireName(folder)
        note(names, of: local, in: folder)
        _ = try rclone.run(
            ["copy"] + (again ? ["--ignore-times"] : []) + ["--transfers", "2"]
                + [local, destination.place(folder)] + fileOf(names),
            counting: .sent,
            of: bytes[folder] ?? 0
        )
    }

    func move(_ names: [String], from folder: String, to other: String) throws(SendError) {
        // Without --ignore-times rclone may consider two different files equal, by time or size, and delete the new
        // one.
        try requireName(folder)
        try requireName(other)
        _ = try rclone.run(
            ["move", "--ignore-times", destination.place(folder), destination.place(other)]
                + fileOf(names),
            of: bytes[folder] ?? 0
        )
    }

    func delete(_ names: [String], in folder: String) throws(SendError) {
        try requireName(folder)
        _ = try rclone.run(
            ["delete", destination.place(folder)] + fileOf(names),
            accepting: RcloneProgram.notThere
        )
    }

    func drop(_ folder: String) throws(SendError) {
        try requireName(folder)
        bytes = [:]
        // Some backends fail to purge a missing folder, and the error looks like any other; so list it first.
        let look = try rclone.run(
            ["lsjson", "--no-modtime", "--no-mimetype", destination.place(folder)],
            accepting: RcloneProgram.notThere
        )
        guard look.status == 0 else { return }
        _ = try rclone.run(
            ["purge", destination.place(folder)],
            accepting: RcloneProgram.notThere
        )
    }

    func dropIfEmpty(_ folder: String) throws(SendError) {
        try requireName(folder)
        // A local destination fails for a missing folder, and the error looks like any other; so list it first.
        let look = try rclone.run(
            [
                "lsjson", "--files-only", "--no-modtime", "--no-mimetype",
                destination.place(folder),
            ],
            accepting: RcloneProgram.notThere
        )
        struct Item: Decodable {}
        guard look.status == 0, try decode([Item].self, look.output).isEmpty else { return }
        _ = try rclone.run(
            ["rmdirs", destination.place(folder)],
            accepting: RcloneProgram.notThere
        )
    }

    /// Remembers how many bytes a folder gets, so that later calls on it are given enough time.
    func note(_ names: [String], of local: String, in folder: String) {
        let size = names.reduce(Int64(0)) { sum, name in
            sum.addingClamped((try? OpenFile.openPlain("\(local)/\(name)").size()) ?? 0)
        }
        bytes[folder] = max(bytes[folder] ?? 0, size)
    }

    /// Throws unless the path is a folder below the destination, which must never be deleted as a whole.
    private func requireName(_ folder: String) throws(SendError) {
        let parts = folder.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.contains(where: { ["", ".", ".."].contains($0) }) else { return }
        throw SendError(
            .session,
            "it names no folder there: nothing is changed",
            where: folder.isEmpty ? destination.shown : folder.printable,
            remedy: "report this to the developers of Footfall"
        )
    }
}

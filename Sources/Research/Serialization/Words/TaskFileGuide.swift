// The beginning of the reference page of task files, which no declaration says: what the page is for, and how an
// editor is given the schema.

/// The words before the types and keys.
enum TaskFileGuide {
    static let text = """
        # Task files

        This page is for whoever writes a task file: it has each type and each key, with what may stand there and
        what it means. [Tasks](Tasks.md) shows how a file is checked and run, and how its questions are answered.

        The page, the schema and `footfall validate` go by the same declarations, which the program has beside the
        code that reads each type. After a change of one, write the page anew:

            footfall schema --markdown > Documentation/TaskFiles.md

        ## In an editor

        An editor that has the JSON Schema of task files completes keys and words while you write, shows what each
        means, and underlines what cannot stand where it stands. Write the schema beside your task files:

            footfall schema > task-schema.json

        Name it in a task file by the key `$schema`, which Visual Studio Code and most other editors know. The path
        begins at the task file:

        ```json
        {
            "$schema": "./task-schema.json",
            "identifier": "walkToDoor",
            "steps": [{ "identifier": "line", "type": "instruction", "title": "Stand at the line" }]
        }
        ```

        Footfall does not read the key, and notes nothing of it. Visual Studio Code can also be told of all task
        files of a folder at once, in `.vscode/settings.json`; `url` begins at the folder that is open:

        ```json
        {
            "json.schemas": [{ "fileMatch": ["/Tasks/*.json"], "url": "./task-schema.json" }]
        }
        ```

        The schema takes keys that nobody knows, since an app may have declared them. A key that is misspelt, and a
        rule to a step that is nowhere, only `footfall validate` tells. A program with
        [types of its own](Hosts.md#types-of-your-own) makes their schema by `TaskFileSchema.schema(of: factory)`, and
        this page of them by `TaskFilePage.text(of: factory)`.

        ## How to read the tables

        A key that is *needed* must be there; the others may be left out. Where `null` stands at a text, a number, a
        word, a boolean or a list of such, the key counts as left out. A key with another name (`also`) is read by
        either.
        """
}

// The beginning of the reference page of task files, written by hand: the purpose of the page, and how to use the
// schema in an editor.

/// The introduction, which precedes the types and keys.
enum TaskFileGuide {
    static let text = """
        # Task files

        This page is for authors of task files: it lists every type and every key, with the values that it allows and
        its meaning. [Tasks](Tasks.md) shows how a file is checked and run, and how its questions are answered.

        The page, the schema and `footfall validate` use the same declarations, which are in the source code next to
        the code that reads each type. After changing a declaration, generate the page again:

            footfall schema --markdown > Documentation/TaskFiles.md

        ## In an editor

        An editor that has the JSON Schema of task files completes keys and words while you write, shows what each
        means, and underlines what cannot stand where it stands. Write the schema beside your task files:

            footfall schema > task-schema.json

        Name it in a task file by the key `$schema`, which Visual Studio Code and most other editors know. The path is
        relative to the task file:

        ```json
        {
            "$schema": "./task-schema.json",
            "identifier": "walkToDoor",
            "steps": [{ "identifier": "line", "type": "instruction", "title": "Stand at the line" }]
        }
        ```

        Footfall ignores this key. Visual Studio Code can also use the schema for all task files of a folder, by
        `.vscode/settings.json`; `url` is relative to the open folder:

        ```json
        {
            "json.schemas": [{ "fileMatch": ["/Tasks/*.json"], "url": "./task-schema.json" }]
        }
        ```

        The schema accepts unknown keys, since an app may have declared them. Only `footfall validate` reports a
        misspelt key, or a rule that leads to a step that does not exist. A program with
        [types of its own](Hosts.md#types-of-your-own) generates their schema by `TaskFileSchema.schema(of: factory)`,
        and this page for them by `TaskFilePage.text(of: factory)`.

        ## How to read the tables

        A key that is *needed* must be there; the others may be left out. Where `null` stands at a text, a number, a
        word, a boolean or a list of such, the key counts as left out. A key with another name (`also`) is read by
        either.
        """
}

// The beginning of the reference page of task files, written by hand: the purpose of the page, and how to use the
// schema in an editor.

/// The introduction, which precedes the types and keys.
enum TaskFileGuide {
    static let text = """
        # Task files

        This page is for authors of task files. It lists every type, every key, the values that each key allows, and
        what the key means. The section [Results](#results) has the types and keys of `taskResult.json`, the result of
        a run. [Tasks](Tasks.md) explains how to check and run a task file, and how to answer its questions.

        This page, the JSON Schema of task files and `footfall validate` use the same declarations. Each declaration is
        in the source code next to the code that reads the type. After changing a declaration, generate the page again:

            footfall schema --markdown > Documentation/TaskFiles.md

        ## In an editor

        With the JSON Schema of task files, an editor completes keys and words while you write, shows what each means,
        and underlines what the schema does not allow. Write the schema to the folder of your task files:

            footfall schema > task-schema.json

        In a task file, the key `$schema` names the schema. Visual Studio Code and most other editors know this key. The
        path is relative to the task file:

        ```json
        {
            "$schema": "./task-schema.json",
            "identifier": "walkToDoor",
            "steps": [{ "identifier": "line", "type": "instruction", "title": "Stand at the line" }]
        }
        ```

        Footfall ignores `$schema`. Visual Studio Code can also use the schema for all task files of a folder, by
        `.vscode/settings.json`; `url` is relative to the open folder:

        ```json
        {
            "json.schemas": [{ "fileMatch": ["/Tasks/*.json"], "url": "./task-schema.json" }]
        }
        ```

        The schema accepts unknown keys, since an app may have declared them. An editor therefore does not underline a
        misspelt key. Nor does it underline a rule that leads to a missing step. `footfall validate` reports both.

        A program with [types of its own](Hosts.md#types-of-your-own) generates a schema with these types by
        `TaskFileSchema.schema(of: factory)`, and a page with these types by `TaskFilePage.text(of: factory)`.

        ## How to read the tables

        An object must have each key that has `yes` in the column *needed*; you may leave out the others. The column
        *allowed values* lists the values of each key. After *also* follows a second name of a key: write one of the
        two names. If an object has both, Footfall reads the first, and `footfall validate` notes that it does not read
        the second. If a key is not needed and takes a text, a number, a word, a boolean or a list of these, `null`
        counts as leaving the key out.

        A table *Keys of several …* describes keys that several types share. Under each type, the paragraph *Shared keys*
        names those of them that the type has. Single quotes enclose a key, a word or a value.

        The tables use these terms:

        - *text*: a JSON string.
        - *word*: a JSON string from a fixed list; an app may define further words for some keys.
        - *app*: a program that uses Footfall's libraries and may declare types and keys of its own.
        - *host*: the program that shows a task and takes the participant's input: a terminal, a browser, an app.
        - *level*: the steps and async actions of one task or section.
        - `exit`, `nextSection`: in place of a step's identifier, `exit` ends the task and `nextSection` the section.
        - *cohort*: a named group of participants; a survey rule adds the participant to a cohort or removes them.
        - *mark*: a named instant in the files of the recorders.
        - *folders of resources*: the folders that `--resources` names; without this option, the task file's folder.
        """
}

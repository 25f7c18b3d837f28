// A context as text. libiio checks such a text against the document's own declarations, and prints a
// complaint for each element that has none: two hundred thousand lines, for the formats that are tried.

/// Writes contexts as libiio reads them.
enum ContextDocument {
    /// A context of devices, as elements.
    static func text(of devices: String, description: String = "a board") -> String {
        """
        <?xml version="1.0" encoding="utf-8"?><!DOCTYPE context [\(declarations)]>\
        <context name="xml" description="\(description)">\(devices)</context>
        """
    }

    private static let declarations = """
        <!ELEMENT context (device*)><!ELEMENT device (channel*)>\
        <!ELEMENT channel (scan-element?, attribute*)>\
        <!ELEMENT scan-element EMPTY><!ELEMENT attribute EMPTY>\
        <!ATTLIST context name CDATA #REQUIRED description CDATA #IMPLIED>\
        <!ATTLIST device id CDATA #REQUIRED name CDATA #IMPLIED label CDATA #IMPLIED>\
        <!ATTLIST channel id CDATA #REQUIRED type CDATA #REQUIRED>\
        <!ATTLIST scan-element index CDATA #REQUIRED format CDATA #REQUIRED>\
        <!ATTLIST attribute name CDATA #REQUIRED filename CDATA #REQUIRED>
        """
}

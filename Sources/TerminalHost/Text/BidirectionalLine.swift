// Orders right-to-left text, for terminals that cannot. FriBidi computes the order and the joined letter forms; a
// control sequence stops the terminal from reordering the text itself.

internal import CFriBidi
internal import ViewTree

/// The letters of a line in visual order, from left to right.
enum BidirectionalLine {
    /// Returns the line in visual order, each letter with its style; a line without right-to-left letters is unchanged.
    static func standing(
        _ line: StyledLine,
        _ direction: GroupContent.Direction
    ) -> StyledLine {
        var scalars: [UInt32] = []
        var styles: [TextStyle] = []
        for piece in line.pieces {
            for scalar in DateIsolation.isolated(piece.text, direction) {
                scalars.append(scalar.value)
                styles.append(piece.style)
            }
        }
        guard direction == .rightToLeft || scalars.contains(where: { $0 >= 0x590 }),
            let order = order(&scalars, direction)
        else { return line }
        var result = StyledLine()
        var text = String.UnicodeScalarView()
        var style: TextStyle?
        for place in order {
            guard let scalar = Unicode.Scalar(scalars[place]), !scalar.isDirectional,
                scalar != "\u{FEFF}"
            else { continue }
            if let style, style != styles[place] {
                result.append(String(text), style)
                text = String.UnicodeScalarView()
            }
            style = styles[place]
            text.append(scalar)
        }
        if let style { result.append(String(text), style) }
        return result
    }

    /// The indexes of the letters in visual order, or `nil` if FriBidi fails; replaces letters by their joined and
    /// mirrored forms.
    private static func order(
        _ scalars: inout [UInt32],
        _ direction: GroupContent.Direction
    ) -> [Int]? {
        let count = FriBidiStrIndex(scalars.count)
        guard count > 0 else { return [] }
        var types = [FriBidiCharType](repeating: FRIBIDI_TYPE_LTR, count: scalars.count)
        var brackets = [FriBidiBracketType](repeating: 0, count: scalars.count)
        var levels = [FriBidiLevel](repeating: 0, count: scalars.count)
        var base: FriBidiParType =
            direction == .rightToLeft ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR
        unsafe fribidi_get_bidi_types(scalars, count, &types)
        unsafe fribidi_get_bracket_types(scalars, count, types, &brackets)
        guard
            unsafe fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels) > 0
        else { return nil }
        var joining = [FriBidiArabicProp](repeating: 0, count: scalars.count)
        unsafe fribidi_get_joining_types(scalars, count, &joining)
        unsafe fribidi_join_arabic(types, count, levels, &joining)
        unsafe fribidi_shape(
            FriBidiFlags(
                FRIBIDI_FLAG_SHAPE_MIRRORING | FRIBIDI_FLAG_SHAPE_ARAB_PRES
                    | FRIBIDI_FLAG_SHAPE_ARAB_LIGA
            ),
            levels,
            count,
            &joining,
            &scalars
        )
        var map = (0..<count).map { $0 }
        guard
            unsafe fribidi_reorder_line(
                FriBidiFlags(FRIBIDI_FLAG_REORDER_NSM),
                types,
                count,
                0,
                base,
                &levels,
                nil,
                &map
            ) > 0
        else { return nil }
        return map.map { Int($0) }
    }
}

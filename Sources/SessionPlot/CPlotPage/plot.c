// The files of a plot's page, taken in by the compiler.
#include "CPlotPage.h"

// #embed is of C23; the compiler that Swift comes with has it for earlier ones too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// One script of several files, since the page's policy knows it by one sum: each file may use all that are before it
// at once, and all others once the page acts.
static const uint8_t script[] = {
#embed "Files/figure.js"
    ,
#embed "Files/words.js"
    ,
#embed "Files/ticks.js"
    ,
#embed "Files/curves.js"
    ,
#embed "Files/gestures.js"
    ,
#embed "Files/panels.js"
    ,
#embed "Files/view.js"
};
static const uint8_t style[] = {
#embed "Files/plot.css"
};

const uint8_t *footfall_plot_script(int64_t *count) {
    *count = sizeof script;
    return script;
}

const uint8_t *footfall_plot_style(int64_t *count) {
    *count = sizeof style;
    return style;
}

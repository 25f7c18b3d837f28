// Embeds the files of a plot's page into the program.
#include "CPlotPage.h"

// #embed is part of C23; Swift's compiler accepts it in earlier standards, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Joins several files to one script, since the page's security policy allows one by its hash. While loading, each file
// may use only those before it; later, all of them.
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

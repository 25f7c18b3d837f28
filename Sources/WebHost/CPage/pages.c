// The page's files, embedded by the compiler.
#include "CPage.h"

#include <stddef.h>

// `#embed` is C23; the clang that comes with Swift accepts it in earlier versions of C, too.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t board_css[] = {
#embed "Files/board.css"
};
static const uint8_t board_html[] = {
#embed "Files/board.html"
};
static const uint8_t board_js[] = {
#embed "Files/board.js"
};
static const uint8_t boardask_js[] = {
#embed "Files/boardask.js"
};
static const uint8_t boardcheck_js[] = {
#embed "Files/boardcheck.js"
};
static const uint8_t boarddevices_js[] = {
#embed "Files/boarddevices.js"
};
static const uint8_t boardparts_js[] = {
#embed "Files/boardparts.js"
};
static const uint8_t boardrun_js[] = {
#embed "Files/boardrun.js"
};
static const uint8_t boardsession_js[] = {
#embed "Files/boardsession.js"
};
static const uint8_t boardsessions_js[] = {
#embed "Files/boardsessions.js"
};
static const uint8_t boardtasks_js[] = {
#embed "Files/boardtasks.js"
};
static const uint8_t boardwatch_js[] = {
#embed "Files/boardwatch.js"
};
static const uint8_t boardwhose_js[] = {
#embed "Files/boardwhose.js"
};
static const uint8_t boardwords_js[] = {
#embed "Files/boardwords.js"
};
static const uint8_t camera_js[] = {
#embed "Files/camera.js"
};
static const uint8_t colors_js[] = {
#embed "Files/colors.js"
};
static const uint8_t controls_js[] = {
#embed "Files/controls.js"
};
static const uint8_t cues_js[] = {
#embed "Files/cues.js"
};
static const uint8_t dates_js[] = {
#embed "Files/dates.js"
};
static const uint8_t dialogs_js[] = {
#embed "Files/dialogs.js"
};
static const uint8_t dom_js[] = {
#embed "Files/dom.js"
};
static const uint8_t draw_js[] = {
#embed "Files/draw.js"
};
static const uint8_t feed_js[] = {
#embed "Files/feed.js"
};
static const uint8_t forms_js[] = {
#embed "Files/forms.js"
};
static const uint8_t frame_js[] = {
#embed "Files/frame.js"
};
static const uint8_t icon_svg[] = {
#embed "Files/icon.svg"
};
static const uint8_t index_html[] = {
#embed "Files/index.html"
};
static const uint8_t media_js[] = {
#embed "Files/media.js"
};
static const uint8_t outbox_js[] = {
#embed "Files/outbox.js"
};
static const uint8_t outboxstore_js[] = {
#embed "Files/outboxstore.js"
};
static const uint8_t ownscreens_js[] = {
#embed "Files/ownscreens.js"
};
static const uint8_t page_css[] = {
#embed "Files/page.css"
};
static const uint8_t page_js[] = {
#embed "Files/page.js"
};
static const uint8_t pageid_js[] = {
#embed "Files/pageid.js"
};
static const uint8_t pending_js[] = {
#embed "Files/pending.js"
};
static const uint8_t pickers_js[] = {
#embed "Files/pickers.js"
};
static const uint8_t plots_js[] = {
#embed "Files/plots.js"
};
static const uint8_t touch_js[] = {
#embed "Files/touch.js"
};
static const uint8_t tree_js[] = {
#embed "Files/tree.js"
};
static const uint8_t view_js[] = {
#embed "Files/view.js"
};
static const uint8_t words_js[] = {
#embed "Files/words.js"
};

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const struct {
    const char *name;
    const uint8_t *bytes;
    size_t count;
} files[] = {
    FILE("board.css", board_css),
    FILE("board.html", board_html),
    FILE("board.js", board_js),
    FILE("boardask.js", boardask_js),
    FILE("boardcheck.js", boardcheck_js),
    FILE("boarddevices.js", boarddevices_js),
    FILE("boardparts.js", boardparts_js),
    FILE("boardrun.js", boardrun_js),
    FILE("boardsession.js", boardsession_js),
    FILE("boardsessions.js", boardsessions_js),
    FILE("boardtasks.js", boardtasks_js),
    FILE("boardwatch.js", boardwatch_js),
    FILE("boardwhose.js", boardwhose_js),
    FILE("boardwords.js", boardwords_js),
    FILE("camera.js", camera_js),
    FILE("colors.js", colors_js),
    FILE("controls.js", controls_js),
    FILE("cues.js", cues_js),
    FILE("dates.js", dates_js),
    FILE("dialogs.js", dialogs_js),
    FILE("dom.js", dom_js),
    FILE("draw.js", draw_js),
    FILE("feed.js", feed_js),
    FILE("forms.js", forms_js),
    FILE("frame.js", frame_js),
    FILE("icon.svg", icon_svg),
    FILE("index.html", index_html),
    FILE("media.js", media_js),
    FILE("outbox.js", outbox_js),
    FILE("outboxstore.js", outboxstore_js),
    FILE("ownscreens.js", ownscreens_js),
    FILE("page.css", page_css),
    FILE("page.js", page_js),
    FILE("pageid.js", pageid_js),
    FILE("pending.js", pending_js),
    FILE("pickers.js", pickers_js),
    FILE("plots.js", plots_js),
    FILE("touch.js", touch_js),
    FILE("tree.js", tree_js),
    FILE("view.js", view_js),
    FILE("words.js", words_js),
};

int32_t footfall_page_count(void) { return sizeof files / sizeof *files; }

const char *footfall_page_name(int32_t place) { return files[place].name; }

const uint8_t *footfall_page_bytes(int32_t place, int64_t *count) {
    *count = (int64_t)files[place].count;
    return files[place].bytes;
}

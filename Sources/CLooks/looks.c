#include "CLooks.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t light[] = {
#embed "../../Styles/light.json"
};
static const uint8_t dark[] = {
#embed "../../Styles/dark.json"
};
static const uint8_t debug[] = {
#embed "../../Styles/debug.json"
};
static const uint8_t heatmap[] = {
#embed "../../Styles/heatmap.json"
};

/// A new file in `Styles/` needs its bytes above and a line here.
static const look looks[] = {
    {"light", light, sizeof light},
    {"dark", dark, sizeof dark},
    {"debug", debug, sizeof debug},
    {"heatmap", heatmap, sizeof heatmap},
};

size_t look_count(void) { return sizeof looks / sizeof looks[0]; }

look look_at(size_t index) { return looks[index]; }

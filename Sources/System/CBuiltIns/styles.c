#include "CBuiltIns.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t light[] = {
#embed "../../../Styles/light.json"
};
static const uint8_t dark[] = {
#embed "../../../Styles/dark.json"
};
static const uint8_t debug[] = {
#embed "../../../Styles/debug.json"
};
static const uint8_t heatmap[] = {
#embed "../../../Styles/heatmap.json"
};
static const uint8_t print[] = {
#embed "../../../Styles/print.json"
};
static const uint8_t amap[] = {
#embed "../../../Styles/amap.json"
};
static const uint8_t cch[] = {
#embed "../../../Styles/cch.json"
};
static const uint8_t tb[] = {
#embed "../../../Styles/tb.json"
};
static const uint8_t donut[] = {
#embed "../../../Styles/donut.json"
};
static const uint8_t clustermap[] = {
#embed "../../../Styles/clustermap.json"
};
static const uint8_t pablo[] = {
#embed "../../../Styles/pablo.json"
};
static const uint8_t pins[] = {
#embed "../../../Styles/pins.json"
};
static const uint8_t supercluster[] = {
#embed "../../../Styles/supercluster.json"
};
static const uint8_t several_groups[] = {
#embed "../../../Styles/several-groups.json"
};
static const uint8_t streets_light[] = {
#embed "../../../Styles/streets-light.json"
};
static const uint8_t streets_dark[] = {
#embed "../../../Styles/streets-dark.json"
};
static const uint8_t streets_light_protomaps[] = {
#embed "../../../Styles/streets-light-protomaps.json"
};
static const uint8_t streets_dark_protomaps[] = {
#embed "../../../Styles/streets-dark-protomaps.json"
};

/// A new file in `Styles/` needs its bytes above and a line here.
static const built_in_style styles[] = {
    {"light", light, sizeof light},
    {"dark", dark, sizeof dark},
    {"debug", debug, sizeof debug},
    {"heatmap", heatmap, sizeof heatmap},
    {"print", print, sizeof print},
    {"amap", amap, sizeof amap},
    {"cch", cch, sizeof cch},
    {"clustermap", clustermap, sizeof clustermap},
    {"pablo", pablo, sizeof pablo},
    {"pins", pins, sizeof pins},
    {"supercluster", supercluster, sizeof supercluster},
    {"tb", tb, sizeof tb},
    {"donut", donut, sizeof donut},
    {"several-groups", several_groups, sizeof several_groups},
};

/// Those that draw vector tiles.
static const built_in_style streets[] = {
    {"streets-light", streets_light, sizeof streets_light},
    {"streets-dark", streets_dark, sizeof streets_dark},
    {"streets-light-protomaps", streets_light_protomaps, sizeof streets_light_protomaps},
    {"streets-dark-protomaps", streets_dark_protomaps, sizeof streets_dark_protomaps},
};

size_t style_count(void) { return sizeof styles / sizeof styles[0]; }

built_in_style style_at(size_t index) { return styles[index]; }

size_t street_style_count(void) { return sizeof streets / sizeof streets[0]; }

built_in_style street_style_at(size_t index) { return streets[index]; }

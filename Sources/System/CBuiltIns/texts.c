#include "CBuiltIns.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t report_page[] = {
#embed "pages/report.html"
};
static const uint8_t report_style[] = {
#embed "pages/report.css"
};
static const uint8_t report_script[] = {
#embed "pages/report.js"
};
static const uint8_t address_page[] = {
#embed "pages/address.html"
};
static const uint8_t address_style[] = {
#embed "pages/address.css"
};
static const uint8_t address_script[] = {
#embed "pages/address.js"
};
static const uint8_t coverage_page[] = {
#embed "pages/coverage.md"
};
static const uint8_t settings_page[] = {
#embed "pages/settings.md"
};
static const uint8_t request_page[] = {
#embed "pages/requests.md"
};
static const uint8_t scenario_page[] = {
#embed "pages/scenarios.md"
};
static const uint8_t setting_words[] = {
#embed "words/settings.txt"
};
static const uint8_t command_words[] = {
#embed "words/commands.txt"
};
static const uint8_t description_words[] = {
#embed "words/descriptions.txt"
};
static const uint8_t palettes[] = {
#embed "words/palettes.txt"
};
static const uint8_t calendars[] = {
#embed "words/calendars.txt"
};
static const uint8_t signs[] = {
#embed "words/signs.txt"
};
static const uint8_t bash_completion[] = {
#embed "completions/bash.txt"
};
static const uint8_t zsh_completion[] = {
#embed "completions/zsh.txt"
};
static const uint8_t world[] = {
#embed "styles/world.json"
};
static const uint8_t over_world[] = {
#embed "styles/over-world.json"
};
static const uint8_t shapes[] = {
#embed "styles/shapes.json"
};
static const uint8_t pins[] = {
#embed "styles/pins.json"
};
static const uint8_t raster[] = {
#embed "styles/raster.json"
};
static const uint8_t relief[] = {
#embed "styles/relief.json"
};
static const uint8_t paper[] = {
#embed "styles/paper.json"
};

/// In the order of `BuiltInText`.
static const built_in_text texts[] = {
    {report_page, sizeof report_page},
    {report_style, sizeof report_style},
    {report_script, sizeof report_script},
    {address_page, sizeof address_page},
    {address_style, sizeof address_style},
    {address_script, sizeof address_script},
    {coverage_page, sizeof coverage_page},
    {settings_page, sizeof settings_page},
    {request_page, sizeof request_page},
    {scenario_page, sizeof scenario_page},
    {setting_words, sizeof setting_words},
    {command_words, sizeof command_words},
    {description_words, sizeof description_words},
    {palettes, sizeof palettes},
    {calendars, sizeof calendars},
    {signs, sizeof signs},
    {bash_completion, sizeof bash_completion},
    {zsh_completion, sizeof zsh_completion},
    {world, sizeof world},
    {over_world, sizeof over_world},
    {shapes, sizeof shapes},
    {pins, sizeof pins},
    {raster, sizeof raster},
    {relief, sizeof relief},
    {paper, sizeof paper},
};

built_in_text text_at(size_t index) { return texts[index]; }

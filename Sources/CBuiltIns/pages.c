#include "CBuiltIns.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t report_style[] = {
#embed "pages/report.css"
};
static const uint8_t report_script[] = {
#embed "pages/report.js"
};
static const uint8_t address_style[] = {
#embed "pages/address.css"
};
static const uint8_t address_script[] = {
#embed "pages/address.js"
};

page_part page_part_at(page_part_number number) {
  switch (number) {
  case page_report_style: return (page_part){report_style, sizeof report_style};
  case page_report_script: return (page_part){report_script, sizeof report_script};
  case page_address_style: return (page_part){address_style, sizeof address_style};
  case page_address_script: return (page_part){address_script, sizeof address_script};
  }
  return (page_part){NULL, 0};
}

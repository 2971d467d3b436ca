#pragma once
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

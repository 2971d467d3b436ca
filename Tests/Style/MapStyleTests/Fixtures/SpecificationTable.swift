/// The properties of the MapLibre style specification, version 8, as facts to compare our table with:
/// layer, property, type and range, default, unit, what expressions may depend on, tier.
let specificationTable = """
  | background | visibility | visible / none | "visible" |  | state | 1 |
  | background | background-color | color | "#000000" |  | zoom | 1 |
  | background | background-pattern | resolvedImage | - |  | zoom (step) | 2 |
  | background | background-opacity | number [0..1] | 1 |  | zoom | 1 |
  | circle | circle-sort-key | number | - |  | data (step) | 1 |
  | circle | visibility | visible / none | "visible" |  | state | 1 |
  | circle | circle-radius | number [0..] | 5 | pixels | data | 1 |
  | circle | circle-color | color | "#000000" |  | data | 1 |
  | circle | circle-blur | number | 0 |  | data | 2 |
  | circle | circle-opacity | number [0..1] | 1 |  | data | 1 |
  | circle | circle-translate | number[2] | [0, 0] | pixels | zoom | 2 |
  | circle | circle-translate-anchor | map / viewport | "map" |  | zoom (step) | 3 |
  | circle | circle-pitch-scale | map / viewport | "map" |  | zoom (step) | 3 |
  | circle | circle-pitch-alignment | map / viewport | "viewport" |  | zoom (step) | 3 |
  | circle | circle-stroke-width | number [0..] | 0 | pixels | data | 1 |
  | circle | circle-stroke-color | color | "#000000" |  | data | 1 |
  | circle | circle-stroke-opacity | number [0..1] | 1 |  | data | 1 |
  | symbol | symbol-placement | point / line / line-center | "point" |  | zoom (step) | 2 |
  | symbol | symbol-spacing | number [1..] | 250 | pixels | zoom | 3 |
  | symbol | symbol-avoid-edges | boolean | false |  | zoom (step) | no-op |
  | symbol | symbol-sort-key | number | - |  | data (step) | 1 |
  | symbol | symbol-z-order | auto / viewport-y / source | "auto" |  | zoom (step) | 2 |
  | symbol | icon-allow-overlap | boolean | false |  | zoom (step) | 2 |
  | symbol | icon-overlap | never / always / cooperative | - |  | zoom (step) | 2 |
  | symbol | icon-ignore-placement | boolean | false |  | zoom (step) | 2 |
  | symbol | icon-optional | boolean | false |  | zoom (step) | 2 |
  | symbol | icon-rotation-alignment | map / viewport / auto | "auto" |  | zoom (step) | 3 |
  | symbol | icon-size | number [0..] | 1 | x original | data | 2 |
  | symbol | icon-text-fit | none / width / height / both | "none" |  | zoom (step) | 2 |
  | symbol | icon-text-fit-padding | number[4] | [0, 0, 0, 0] | pixels | zoom | 2 |
  | symbol | icon-image | resolvedImage | - |  | data (step) | 2 |
  | symbol | icon-rotate | number | 0 | degrees | data | 2 |
  | symbol | icon-padding | padding | [2] | pixels | data | 2 |
  | symbol | icon-keep-upright | boolean | false |  | zoom (step) | 3 |
  | symbol | icon-offset | number[2] | [0, 0] |  | data | 2 |
  | symbol | icon-anchor | enum of 9 | "center" |  | data (step) | 2 |
  | symbol | icon-pitch-alignment | map / viewport / auto | "auto" |  | zoom (step) | 3 |
  | symbol | text-pitch-alignment | map / viewport / auto | "auto" |  | zoom (step) | 3 |
  | symbol | text-rotation-alignment | map / viewport / viewport-glyph / auto | "auto" |  | zoom (step) | 3 |
  | symbol | text-field | formatted | "" |  | data (step) | 1 |
  | symbol | text-font | string[] | ["Open Sans Regular", "Arial Unicode MS Regular"] |  | data (step) | 1 |
  | symbol | text-size | number [0..] | 16 | pixels | data | 1 |
  | symbol | text-max-width | number [0..] | 10 | ems | data | 1 |
  | symbol | text-line-height | number | 1.2 | ems | zoom | 1 |
  | symbol | text-letter-spacing | number | 0 | ems | data | 2 |
  | symbol | text-justify | auto / left / center / right | "center" |  | data (step) | 1 |
  | symbol | text-radial-offset | number | 0 | ems | data | 2 |
  | symbol | text-variable-anchor | enum[] | - |  | zoom (step) | 2 |
  | symbol | text-variable-anchor-offset | variableAnchorOffsetCollection | - |  | data | 3 |
  | symbol | text-anchor | enum of 9 | "center" |  | data (step) | 1 |
  | symbol | text-max-angle | number | 45 | degrees | zoom | 3 |
  | symbol | text-writing-mode | enum[] | - |  | zoom (step) | 3 |
  | symbol | text-rotate | number | 0 | degrees | data | 2 |
  | symbol | text-padding | number [0..] | 2 | pixels | zoom | 1 |
  | symbol | text-keep-upright | boolean | true |  | zoom (step) | 3 |
  | symbol | text-transform | none / uppercase / lowercase | "none" |  | data (step) | 2 |
  | symbol | text-offset | number[2] | [0, 0] | ems | data | 1 |
  | symbol | text-allow-overlap | boolean | false |  | zoom (step) | 1 |
  | symbol | text-overlap | never / always / cooperative | - |  | zoom (step) | 2 |
  | symbol | text-ignore-placement | boolean | false |  | zoom (step) | 1 |
  | symbol | text-optional | boolean | false |  | zoom (step) | 2 |
  | symbol | visibility | visible / none | "visible" |  | state | 1 |
  | symbol | icon-opacity | number [0..1] | 1 |  | data | 2 |
  | symbol | icon-color | color | "#000000" |  | data | 2 |
  | symbol | icon-halo-color | color | "rgba(0, 0, 0, 0)" |  | data | 3 |
  | symbol | icon-halo-width | number [0..] | 0 | pixels | data | 3 |
  | symbol | icon-halo-blur | number [0..] | 0 | pixels | data | 3 |
  | symbol | icon-translate | number[2] | [0, 0] | pixels | zoom | 2 |
  | symbol | icon-translate-anchor | map / viewport | "map" |  | zoom (step) | 3 |
  | symbol | text-opacity | number [0..1] | 1 |  | data | 1 |
  | symbol | text-color | color | "#000000" |  | data | 1 |
  | symbol | text-halo-color | color | "rgba(0, 0, 0, 0)" |  | data | 1 |
  | symbol | text-halo-width | number [0..] | 0 | pixels | data | 1 |
  | symbol | text-halo-blur | number [0..] | 0 | pixels | data | 3 |
  | symbol | text-translate | number[2] | [0, 0] | pixels | zoom | 2 |
  | symbol | text-translate-anchor | map / viewport | "map" |  | zoom (step) | 3 |
  | fill | fill-sort-key | number | - |  | data (step) | 2 |
  | fill | visibility | visible / none | "visible" |  | state | 1 |
  | fill | fill-antialias | boolean | true |  | zoom (step) | 2 |
  | fill | fill-opacity | number [0..1] | 1 |  | data | 1 |
  | fill | fill-layer-opacity | number [0..1] | 1 |  | zoom | 3 |
  | fill | fill-color | color | "#000000" |  | data | 1 |
  | fill | fill-outline-color | color | - |  | data | 1 |
  | fill | fill-translate | number[2] | [0, 0] | pixels | zoom | 2 |
  | fill | fill-translate-anchor | map / viewport | "map" |  | zoom (step) | 3 |
  | fill | fill-pattern | resolvedImage | - |  | data (step) | 2 |
  | line | line-cap | butt / round / square | "butt" |  | data (step) | 2 |
  | line | line-join | bevel / round / miter | "miter" |  | data (step) | 2 |
  | line | line-miter-limit | number | 2 |  | data | 2 |
  | line | line-round-limit | number | 1.05 |  | data | 2 |
  | line | line-sort-key | number | - |  | data (step) | 2 |
  | line | visibility | visible / none | "visible" |  | state | 1 |
  | line | line-opacity | number [0..1] | 1 |  | data | 1 |
  | line | line-layer-opacity | number [0..1] | 1 |  | zoom | 3 |
  | line | line-color | color | "#000000" |  | data | 1 |
  | line | line-translate | number[2] | [0, 0] | pixels | zoom | 2 |
  | line | line-translate-anchor | map / viewport | "map" |  | zoom (step) | 3 |
  | line | line-width | number [0..] | 1 | pixels | data | 1 |
  | line | line-gap-width | number [0..] | 0 | pixels | data | 2 |
  | line | line-offset | number | 0 | pixels | data | 2 |
  | line | line-blur | number [0..] | 0 | pixels | data | 3 |
  | line | line-dasharray | number[] [0..] | - | line widths | data (step) | 2 |
  | line | line-pattern | resolvedImage | - |  | data (step) | 3 |
  | line | line-gradient | color | - |  | ramp | 3 |
  | raster | visibility | visible / none | "visible" |  | state | 1 |
  | raster | raster-opacity | number [0..1] | 1 |  | zoom | 2 |
  | raster | raster-hue-rotate | number | 0 | degrees | zoom | 2 |
  | raster | raster-brightness-min | number [0..1] | 0 |  | zoom | 2 |
  | raster | raster-brightness-max | number [0..1] | 1 |  | zoom | 2 |
  | raster | raster-saturation | number [-1..1] | 0 |  | zoom | 2 |
  | raster | raster-contrast | number [-1..1] | 0 |  | zoom | 2 |
  | raster | resampling | linear / nearest | "linear" |  | zoom (step) | 2 |
  | raster | raster-resampling | linear / nearest | "linear" |  | zoom (step) | 2 |
  | raster | raster-fade-duration | number [0..] | 300 | milliseconds | zoom | no-op |
  | heatmap | visibility | visible / none | "visible" |  | state | 1 |
  | heatmap | heatmap-radius | number [1..] | 30 | pixels | data | 2 |
  | heatmap | heatmap-weight | number [0..] | 1 |  | data | 2 |
  | heatmap | heatmap-intensity | number [0..] | 1 |  | zoom | 2 |
  | heatmap | heatmap-color | color | blue-to-red ramp |  | ramp | 2 |
  | heatmap | heatmap-opacity | number [0..1] | 1 |  | zoom | 2 |
  | fill-extrusion | fill-extrusion-rounded-corner-distance | number [0..] | 0 | meters | state | no-op |
  | fill-extrusion | fill-extrusion-opacity | number [0..1] | 1 |  | zoom | 2 |
  | fill-extrusion | fill-extrusion-color | color | "#000000" |  | data | 2 |
  | fill-extrusion | fill-extrusion-translate | number[2] | [0, 0] | pixels | zoom | 3 |
  | fill-extrusion | fill-extrusion-translate-anchor | map / viewport | "map" |  | zoom (step) | 3 |
  | fill-extrusion | fill-extrusion-pattern | resolvedImage | - |  | data (step) | 3 |
  | fill-extrusion | fill-extrusion-height | number [0..] | 0 | meters | data | 2 |
  | fill-extrusion | fill-extrusion-base | number [0..] | 0 | meters | data | 2 |
  | fill-extrusion | fill-extrusion-vertical-gradient | boolean | true |  | zoom (step) | 2 |
  | hillshade | visibility | visible / none | "visible" |  | state | 1 |
  | hillshade | hillshade-illumination-direction | numberArray [0..359] | [335.0] | degrees | zoom | 2 |
  | hillshade | hillshade-illumination-altitude | numberArray [0..90] | [45.0] | degrees | zoom | 2 |
  | hillshade | hillshade-illumination-anchor | map / viewport | "viewport" |  | zoom (step) | 2 |
  | hillshade | hillshade-exaggeration | number [0..1] | 0.5 |  | zoom | 2 |
  | hillshade | hillshade-shadow-color | colorArray | "#000000" |  | zoom | 2 |
  | hillshade | hillshade-highlight-color | colorArray | "#FFFFFF" |  | zoom | 2 |
  | hillshade | hillshade-accent-color | color | "#000000" |  | zoom | 2 |
  | hillshade | hillshade-method | standard / basic / combined / igor / multidirectional | "standard" |  | zoom (step) | 2 |
  | hillshade | resampling | linear / nearest | "linear" |  | zoom (step) | 2 |
  | color-relief | visibility | visible / none | "visible" |  | state | 1 |
  | color-relief | color-relief-opacity | number [0..1] | 1 |  | zoom | 2 |
  | color-relief | color-relief-color | color | - |  | ramp | 2 |
  | color-relief | resampling | linear / nearest | "linear" |  | zoom (step) | 2 |
  """

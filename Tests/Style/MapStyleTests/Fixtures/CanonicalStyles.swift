/// Styles of the kinds people write for clusters, as they are written elsewhere: nothing in them is ours.
enum CanonicalStyle {
  /// Clusters as circles of three sizes and colors, their counts, and single points.
  static let clusters = """
    {
      "version": 8,
      "name": "Create and style clusters",
      "center": [-103.59179687498357, 40.66995747013945],
      "zoom": 3,
      "glyphs": "https://example.org/font/{fontstack}/{range}.pbf",
      "sources": {
        "earthquakes": {
          "type": "geojson",
          "data": "https://example.org/earthquakes.geojson",
          "cluster": true,
          "clusterMaxZoom": 14,
          "clusterRadius": 50
        }
      },
      "layers": [
        {
          "id": "clusters",
          "type": "circle",
          "source": "earthquakes",
          "filter": ["has", "point_count"],
          "paint": {
            "circle-color": ["step", ["get", "point_count"], "#51bbd6", 100, "#f1f075", 750, "#f28cb1"],
            "circle-radius": ["step", ["get", "point_count"], 20, 100, 30, 750, 40]
          }
        },
        {
          "id": "cluster-count",
          "type": "symbol",
          "source": "earthquakes",
          "filter": ["has", "point_count"],
          "layout": {
            "text-field": "{point_count_abbreviated}",
            "text-font": ["Noto Sans Regular"],
            "text-size": 12
          }
        },
        {
          "id": "unclustered-point",
          "type": "circle",
          "source": "earthquakes",
          "filter": ["!", ["has", "point_count"]],
          "paint": {
            "circle-color": "#11b4da",
            "circle-radius": 4,
            "circle-stroke-width": 1,
            "circle-stroke-color": "#fff"
          }
        }
      ]
    }
    """

  /// Earthquakes counted by magnitude in every cluster, drawn as single circles with their magnitude.
  static let donut = """
    {
      "version": 8,
      "name": "Display HTML clusters with custom properties",
      "center": [0, 20],
      "zoom": 0.3,
      "sources": {
        "earthquakes": {
          "type": "geojson",
          "data": "earthquakes.geojson",
          "cluster": true,
          "clusterRadius": 80,
          "clusterProperties": {
            "mag1": ["+", ["case", ["<", ["get", "mag"], 2], 1, 0]],
            "mag2": ["+", ["case", ["all", [">=", ["get", "mag"], 2], ["<", ["get", "mag"], 3]], 1, 0]],
            "mag3": ["+", ["case", ["all", [">=", ["get", "mag"], 3], ["<", ["get", "mag"], 4]], 1, 0]],
            "mag4": ["+", ["case", ["all", [">=", ["get", "mag"], 4], ["<", ["get", "mag"], 5]], 1, 0]],
            "mag5": ["+", ["case", [">=", ["get", "mag"], 5], 1, 0]]
          }
        }
      },
      "layers": [
        {
          "id": "earthquake_circle",
          "type": "circle",
          "source": "earthquakes",
          "filter": ["!=", "cluster", true],
          "paint": {
            "circle-color": [
              "case",
              ["<", ["get", "mag"], 2], "#fed976",
              ["all", [">=", ["get", "mag"], 2], ["<", ["get", "mag"], 3]], "#feb24c",
              ["all", [">=", ["get", "mag"], 3], ["<", ["get", "mag"], 4]], "#fd8d3c",
              ["all", [">=", ["get", "mag"], 4], ["<", ["get", "mag"], 5]], "#fc4e2a",
              "#e31a1c"
            ],
            "circle-opacity": 0.6,
            "circle-radius": 12
          }
        },
        {
          "id": "earthquake_label",
          "type": "symbol",
          "source": "earthquakes",
          "filter": ["!=", "cluster", true],
          "layout": {
            "text-field": [
              "number-format", ["get", "mag"], { "min-fraction-digits": 1, "max-fraction-digits": 1 }
            ],
            "text-font": ["Noto Sans Regular"],
            "text-size": 10
          },
          "paint": {
            "text-color": ["case", ["<", ["get", "mag"], 3], "black", "white"]
          }
        }
      ]
    }
    """

  /// A heatmap from afar that gives way to circles from close.
  static let heatmap = """
    {
      "version": 8,
      "name": "Create a heatmap layer",
      "center": [-120, 50],
      "zoom": 2,
      "sources": {
        "earthquakes": { "type": "geojson", "data": "https://example.org/earthquakes.geojson" }
      },
      "layers": [
        {
          "id": "earthquakes-heat",
          "type": "heatmap",
          "source": "earthquakes",
          "maxzoom": 9,
          "paint": {
            "heatmap-weight": ["interpolate", ["linear"], ["get", "mag"], 0, 0, 6, 1],
            "heatmap-intensity": ["interpolate", ["linear"], ["zoom"], 0, 1, 9, 3],
            "heatmap-color": [
              "interpolate", ["linear"], ["heatmap-density"],
              0, "rgba(33,102,172,0)", 0.2, "rgb(103,169,207)", 0.4, "rgb(209,229,240)",
              0.6, "rgb(253,219,199)", 0.8, "rgb(239,138,98)", 1, "rgb(178,24,43)"
            ],
            "heatmap-radius": ["interpolate", ["linear"], ["zoom"], 0, 2, 9, 20],
            "heatmap-opacity": ["interpolate", ["linear"], ["zoom"], 7, 1, 9, 0]
          }
        },
        {
          "id": "earthquakes-point",
          "type": "circle",
          "source": "earthquakes",
          "minzoom": 7,
          "paint": {
            "circle-radius": [
              "interpolate", ["linear"], ["zoom"],
              7, ["interpolate", ["linear"], ["get", "mag"], 1, 1, 6, 4],
              16, ["interpolate", ["linear"], ["get", "mag"], 1, 5, 6, 50]
            ],
            "circle-color": [
              "interpolate", ["linear"], ["get", "mag"],
              1, "rgba(33,102,172,0)", 2, "rgb(103,169,207)", 3, "rgb(209,229,240)",
              4, "rgb(253,219,199)", 5, "rgb(239,138,98)", 6, "rgb(178,24,43)"
            ],
            "circle-stroke-color": "white",
            "circle-stroke-width": 1,
            "circle-opacity": ["interpolate", ["linear"], ["zoom"], 7, 0, 8, 1]
          }
        }
      ]
    }
    """
}

# Made by generate.py from the table of settings.
import os
from typing import IO, Any, Callable, Dict, Iterator, List, Literal, Mapping, Optional, Protocol, Tuple, Union

class _Array(Protocol):
    """A list, an array, a series, a frame."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...

class ClusterSnapError(Exception):
    message: str
    place: Optional[str]

class InputError(ClusterSnapError, ValueError): ...
class OutputError(ClusterSnapError, RuntimeError): ...
class ClosedError(ClusterSnapError, RuntimeError): ...
class ClusterSnapWarning(UserWarning): ...

class Note:
    severity: str
    message: str
    place: Optional[str]

class View:
    center: Tuple[float, float]
    zoom: float
    bbox: Tuple[float, float, float, float]
    size: Tuple[float, float]
    scale: float

class Markers:
    def __arrow_c_stream__(self, requested_schema: Any = ...) -> Any: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Dict[str, Any]]: ...
    def to_pandas(self) -> Any: ...
    def to_polars(self) -> Any: ...
    def to_arrow(self) -> Any: ...
    def to_dicts(self) -> List[Dict[str, Any]]: ...
    def to_geopandas(self) -> Any: ...
    def to_geojson(self) -> Dict[str, Any]: ...
    def to_csv(self) -> str: ...
    @property
    def __geo_interface__(self) -> Dict[str, Any]: ...

class Map:
    name: Optional[str]
    title: str
    alt: str
    view: View
    notes: List[Note]
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...
    @property
    def markers(self) -> Markers: ...
    @property
    def png(self) -> bytes: ...
    @property
    def svg(self) -> str: ...
    @property
    def pdf(self) -> bytes: ...
    def save(self, file: Union[str, os.PathLike[str], IO[bytes], IO[str]], format: Optional[Literal["png", "svg", "pdf", "webp", "avif", "jpeg", "html"]] = ...) -> None: ...
    def show(self) -> None: ...
    def to_pil(self) -> Any: ...
    def __array__(self, dtype: Any = ..., copy: Optional[bool] = ...) -> Any: ...
    def _repr_png_(self) -> bytes: ...
    def _repr_svg_(self) -> str: ...
    def _repr_mimebundle_(self, include: Any = ..., exclude: Any = ...) -> Tuple[Dict[str, Any], Dict[str, Any]]: ...

class Film:
    png: bytes
    notes: List[Note]
    def save(self, file: Union[str, os.PathLike[str], IO[bytes]]) -> None: ...
    def _repr_png_(self) -> bytes: ...

class Difference:
    differs: bool
    figures: Dict[str, Any]
    def __bool__(self) -> bool: ...
    def save(self, file: Union[str, os.PathLike[str]]) -> None: ...
    def _repr_png_(self) -> bytes: ...

class Session:
    def __init__(self, threads: Optional[int] = ..., budget: Optional[int] = ..., root: Union[str, os.PathLike[str], None] = ..., network: bool = ...) -> None: ...
    def close(self) -> None: ...
    def __enter__(self) -> "Session": ...
    def __exit__(self, *exception: Any) -> None: ...

def map(
    data: Any = ...,
    lon: Any = ...,
    lat: Any = ...,
    *,
    session: Optional[Session] = ...,
    sources: Mapping[str, Any] = ...,
    cells: Mapping[str, Any] = ...,
    style: str = ...,
    themes: Union[str, _Array] = ...,
    basemap: Union[str, _Array] = ...,
    relief: str = ...,
    tiles: Mapping[str, Any] = ...,
    overlay: str = ...,
    overlays: _Array = ...,
    cluster: Mapping[str, Any] = ...,
    columns: _Array = ...,
    input_format: Literal["csv", "geojson", "ndjson", "json"] = ...,
    decimal: Literal["point", "comma"] = ...,
    missing: Union[str, _Array] = ...,
    header_line: int = ...,
    geometry: Union[str, int] = ...,
    longitude: Union[str, int] = ...,
    latitude: Union[str, int] = ...,
    id: Union[Union[str, int], _Array] = ...,
    font: Union[str, _Array] = ...,
    fonts: Union[str, _Array] = ...,
    icons: Union[str, _Array] = ...,
    max_points: int = ...,
    edges: Literal["straight", "geodesic"] = ...,
    stream: Union[bool, Literal["yes", "no"]] = ...,
    max_memory: int = ...,
    sprite: str = ...,
    glyphs: str = ...,
    tile_timeout: float = ...,
    private_networks: bool = ...,
    system_fonts: bool = ...,
    line_breaks: Literal["pango", "icu"] = ...,
    parameters: Union[str, _Array] = ...,
    name: str = ...,
    size: Union[_Array, str] = ...,
    panel_size: Union[_Array, str] = ...,
    scale: float = ...,
    dpi: float = ...,
    fit: Union[bool, Literal["all", "robust", "yes", "no"]] = ...,
    bbox: Union[_Array, str] = ...,
    center: _Array = ...,
    zoom: float = ...,
    zooms: _Array = ...,
    bearing: float = ...,
    pitch: float = ...,
    projection: Union[Literal["mercator", "equirectangular", "equal-earth", "natural-earth", "robinson", "winkel-tripel", "mollweide", "albers", "lambert-conformal", "lambert-azimuthal", "stereographic", "orthographic", "vertical-perspective", "globe"], str] = ...,
    central_meridian: float = ...,
    parallels: _Array = ...,
    insets: Union[Literal["us", "fr", "es", "pt", "no"], _Array] = ...,
    padding: Union[float, _Array, str] = ...,
    world_copies: Union[bool, Literal["yes", "no"]] = ...,
    max_zoom_fit: float = ...,
    select: Union[str, float] = ...,
    select_span: Union[float, _Array] = ...,
    fit_cluster: Union[str, float] = ...,
    expand: Union[str, float] = ...,
    tile_size: int = ...,
    background: str = ...,
    place_names: Union[bool, Literal["yes", "no"]] = ...,
    borders: Union[bool, Literal["yes", "no"]] = ...,
    edge_labels: Literal["keep", "cut"] = ...,
    walls: Literal["raised", "flat"] = ...,
    debug_grid: Union[bool, Literal["counts", "indices", "counts,indices", "indices,counts"]] = ...,
    number_format: str = ...,
    title: Union[bool, str, Mapping[str, Any]] = ...,
    subtitle: Union[bool, str, Mapping[str, Any]] = ...,
    attribution: Union[bool, str, Mapping[str, Any]] = ...,
    scale_bar: Union[bool, Mapping[str, Any]] = ...,
    north_arrow: Union[bool, Mapping[str, Any]] = ...,
    legend: Union[bool, str, Mapping[str, Any]] = ...,
    scale_furniture: float = ...,
    font_size: float = ...,
    panel_letters: bool = ...,
    panel_titles: _Array = ...,
    graticule: Union[bool, float, Mapping[str, Any]] = ...,
    locator: Union[bool, Union[_Array, str], str, Mapping[str, Any]] = ...,
    inset_frames: Union[bool, Mapping[str, Any]] = ...,
    highlight: Union[str, _Array] = ...,
    callouts: Literal["none", "selected", "unique", "all"] = ...,
    callout_rows: int = ...,
    callout_columns: _Array = ...,
    compression: int = ...,
    quality: int = ...,
    colors: int = ...,
    text: Literal["text", "outlines"] = ...,
    id_prefix: str = ...,
    html_image: str = ...,
    author: str = ...,
    alt: str = ...,
    language: Literal["en", "de", "fr", "es"] = ...,
    metadata: Literal["described", "none"] = ...,
    members: bool = ...,
    preset: Literal["cch", "clustermap", "cluster", "amap", "amap-distance", "pins", "pgclustering", "tbannotationclustering", "supercluster", "pablo", "tb"] = ...,
    method: Literal["grid", "peaks", "hex", "radius", "distance", "leader", "kmeans", "dbscan", "none"] = ...,
    cell_size: Union[float, str, Mapping[str, Any]] = ...,
    align_world: Union[bool, Literal["yes", "no"]] = ...,
    anchor: Literal["world", "view"] = ...,
    margin: float = ...,
    snap_zoom: Union[bool, Literal["yes", "no"]] = ...,
    radius: float = ...,
    extent: float = ...,
    across_antimeridian: Union[bool, Literal["yes", "no"]] = ...,
    distance: Union[float, str] = ...,
    clusters: int = ...,
    eps: float = ...,
    min_points: int = ...,
    position: Literal["mean", "near-center", "cell-center", "first", "leader"] = ...,
    min_count: int = ...,
    min_unique: int = ...,
    cluster_max_zoom: Union[float, Literal["none"]] = ...,
    cluster_min_zoom: int = ...,
    co_located: str = ...,
    join_places: Union[bool, Literal["yes", "no"]] = ...,
    filter: Union[str, _Array] = ...,
    points_of: Literal["center", "pole", "vertices"] = ...,
    unique_ids: Union[bool, Literal["yes", "no"]] = ...,
    weight: Union[str, _Array] = ...,
    missing_weight: Union[float, Literal["skip", "error"]] = ...,
    weighted_singles: Union[bool, Literal["yes", "no"]] = ...,
    opt_out: str = ...,
    title_template: Union[str, Literal["none"]] = ...,
    subtitle_template: Union[str, Literal["none"]] = ...,
    single_title: Union[str, Literal["none"]] = ...,
    single_subtitle: Union[str, Literal["none"]] = ...,
    form: Literal["bubble", "dot", "hexagon", "square", "hull", "pin", "icon", "area"] = ...,
    hull: Literal["convex", "concave"] = ...,
    icon: str = ...,
    overlap: Literal["none", "shift", "allow"] = ...,
    color_by: Union[str, _Array] = ...,
    size_by: Union[str, _Array] = ...,
    size_range: _Array = ...,
    group_by: Union[str, _Array] = ...,
    group_areas: str = ...,
    facets: Union[str, _Array] = ...,
    facet_every: str = ...,
    facet_time_format: str = ...,
    donut_by: Union[str, _Array] = ...,
    label_by: Union[str, _Array] = ...,
    aggregate: str = ...,
    unit: str = ...,
    palette: Union[str, _Array, Mapping[str, Any]] = ...,
    order: _Array = ...,
    classes: str = ...,
    breaks: _Array = ...,
    class_by: Literal["markers", "rows"] = ...,
    width: float = ...,
    height: float = ...,
    figsize: _Array = ...,
) -> Map:
    """A map of points, near ones as one bubble with their count.

    data: a data frame, arrays by name, GeoJSON, rows, or the path of a file. lon, lat: the columns of degrees, or arrays.
    cells: Points counted into cells elsewhere, by the names of sources: tables as clustersnap sql makes them.
    style: The style. Without it: light.
    themes: A pair of pictures in place of one, in a style for light surroundings and one for dark: an SVG shows the
        one or the other by prefers-color-scheme, other formats are two files, map-light.png and map-dark.png.
    basemap: The base map, lowest layer first: the built-in world, areas and lines (GeoJSON), tiles. Without it:
        world with a built-in style.
    relief: Heights whose light and shade lie on the areas of the style: tiles of pictures, as sources of type
        raster-dem have them.
    tiles: Where the tiles of the style's sources are. Without it: the style's.
    overlay: The style whose bubbles lie over a style that has no place for points. Without it: light or dark, by
        the background.
    overlays: Pins, lines, areas and circles over the map: coordinates, an encoded polyline, or a file (GeoJSON with
        simplestyle, GPX); radius of a circle; label, color, size, sign, width, fill, opacity.
    cluster: The clustering of single sources; the same keys at the root are for all sources.
    columns: Several clusterings of the same points side by side in each picture, under their captions. Without it:
        one picture.
    input_format: The kind of all inputs. Without it: seen from the content.
    decimal: What stands before the decimals of CSV, and of coordinates that are texts in rows as JSON. Without it:
        point; comma where a semicolon or tab separates and coordinates have commas alone.
    missing: The words that stand for a missing value. Those that are set do so in columns of texts, too. Without
        it: NA, N/A, n/a, #N/A, NaN, nan, NULL, null, None, -, –, . and ? in columns of numbers.
    header_line: The line of CSV with the names of the columns; lines above it are left out. Without it: the first
        line whose columns fit coordinates.
    geometry: The column of CSV and of rows as JSON with a place in one field: GeoJSON, well-known text, or a
        latitude and a longitude. Without it: seen by the names and the content.
    longitude: The column of longitudes in CSV and in rows as JSON, there also a path such as position.lng. Without
        it: seen by the names.
    latitude: The column of latitudes. Without it: seen by the names.
    id: The column that names points. Without it: id, else the row number.
    font: Font files that text may be set in.
    fonts: Folders whose font files text may be set in.
    icons: Folders whose PNG files are icons.
    max_points: How many points and vertices are kept of one input; 50 million take 1.5 GB. An input with more is
        refused. Without it: 50000000.
    edges: The way that lines and areas of GeoJSON and overlays take between their positions: straight in longitude
        and latitude, or along great circles, across the antimeridian where that is shorter. An area around a pole
        reaches to it. Tracks of GPX and KML go the shorter way in any case. Layers of circles then have one at each
        position that is added, a quarter of a degree apart. Without it: "straight".
    stream: Whether points are summed into cells while they are read, in memory for the cells alone. It is the way
        of one view with a place of its own and peaks or a grid, and gives the same picture; where it cannot, points
        are kept. Without it: true for pipes and large files, else false.
    max_memory: From what size of text and points on an input is not kept whole where the view is fitted to its
        points: a file is read twice, for the view and into cells; of a pipe 16 bytes a point and 8 bytes for each
        column that is used are kept, ids where points are looked for by them, and points, single or in clusters,
        have no other properties. The process takes memory for the program and the picture beside that. Without it:
        no limit.
    sprite: The sprite in place of the style's own; @2x files are taken for larger scales. Without it: the style's.
    glyphs: Letters as MapLibre draws them: a folder of {fontstack}/{range}.pbf, a zip archive of such folders, an
        address with {fontstack} and {range}, or style for those that the style names. In pictures of pixels; SVG
        and PDF have outlines.
    tile_timeout: How long loading the tiles of all pictures may take; a single tile may take 8 seconds. Without it:
        30.
    private_networks: Whether redirects and proxies may lead to servers of private networks. Without it: false.
    system_fonts: Whether the fonts of the system may be used, too. Without it: false.
    line_breaks: Who finds the words of scripts without spaces where lines are broken: Pango those of Thai; ICU, if
        it is installed, those of Lao, Khmer and Burmese, too. Without it: "pango".
    parameters: The settings of views, sources and pictures that an address of clustersnap serve may set over the
        request's.
    name: What the picture is called. Without it: a number.
    size: The picture's size in points of 1/72 inch, 1 to 16384 a side, or in millimeters, with all that stands
        around and beside the map. Frames of a film grow by their strips. Without it: [1024, 768].
    panel_size: The size of each map, in place of the picture's: what stands around maps and beside them comes on
        top. Without it: what size leaves.
    scale: Pixels a point. Without it: 1.
    dpi: Pixels an inch, instead of scale: 72 pixels an inch are one a point. In SVG and PDF those of images and
        heat maps, and how fine coasts are. Without it: 72.
    fit: Whether points are fitted, whatever the style's center and zoom: all, or those of the dense regions that
        together hold 99 %. Without it: false.
    bbox: What is fitted; east may be less than west, across the antimeridian.
    center: The middle of the picture; needs zoom. Without it: the style's, else what is fitted.
    zoom: The world is 512 · 2^zoom points wide; with fit, bbox or select it keeps their center. Without it: what
        shows all.
    zooms: The zooms of small maps in a row, about one center, with one legend. A scale bar stands on each map where
        it hides no marker. Without it: one map.
    bearing: The compass direction that is up: 90 puts east on top. Text and markers stay upright. Without it: the
        style's, else 0: north is up.
    pitch: Degrees between straight down and where the camera looks, in Mercator's projection alone. Text and
        markers stay upright; the zoom is that of the middle. Without it: the style's, else 0: straight down.
    projection: The projection of the map, on a sphere. Others than mercator show the world once; points that they
        hide are counted in a warning. A fitted globe has the middle of the points in its middle. Codes and strings
        need the library PROJ, and show their area of use and 10° around it, or 25° around a narrow zone, or what of
        the Earth they can. Without it: the style's, else mercator; equal-earth for fitted views of at least 180° in
        light, dark, print and heatmap.
    central_meridian: The meridian in the middle of the projection. Codes and strings have one of their own. Without
        it: the middle of what is shown; of fitted points over 200° or more 11, or 150 about the Pacific; 0 of a box
        of 300°.
    parallels: The parallels that the cones albers and lambert-conformal are true along. Without it: a sixth of the
        latitudes shown from either end.
    insets: Small maps in strips above and below the map, or left and right of it where that leaves it larger, each
        of a box of its own. Points in them do not decide what the map is fitted to. The map leaves out those of a
        set, and those of insets far from all other points; an inset near the others shows its own larger. The set
        us takes Albers' projection for the map where none is set.
    padding: What is kept free when fitting. Without it: a tenth of the shorter side, at least 24 and room for the
        largest bubble, at most a quarter of a side, when points are fitted; 0 with bbox, and about a world that is
        shown whole.
    world_copies: Whether the world repeats in pictures wider than it; without copies it is shown once, about the
        middle of what padding leaves of the picture. Turned pictures have copies. Without it: false where points or
        all longitudes are fitted, else true.
    max_zoom_fit: Fitting does not go closer. Without it: 16.
    select: The point whose marker is shown and ringed; with center, bbox or fit only ringed.
    select_span: How much is shown about a selected point. Without it: 1000.
    fit_cluster: The cluster in the view given otherwise whose members are all shown.
    expand: The point that is shown at the smallest zoom at which it stands alone.
    tile_size: What the zooms of options and requests count from; never those of styles. Without it: 512.
    background: What is behind everything; none makes the picture transparent. Without it: the style's own.
    place_names: Whether the base map has names: of countries, states, cities and seas, in street styles all.
        Without it: true from zoom 3 on in light and dark, false in other styles over the built-in world, true with
        tiles.
    borders: Whether the built-in world has the borders of countries. Without it: true.
    edge_labels: Labels at the picture's edge: keep moves them inside or leaves them out, cut draws what is inside.
        Without it: "keep".
    walls: Areas with a height (fill-extrusion): raised draws walls and roofs as seen from above the picture's
        middle, flat footprints. Without it: "raised".
    debug_grid: Whether the grids of all sources are drawn, and what is written into their cells; with the method
        peaks territories: the outlines of the clusters' fine cells, and the peaks. Without it: that of each source.
    number_format: How counts, sums and legends are written: auto abbreviates counts and groups the digits of
        legends, plain has all digits, si three of them and a unit; a language sets groups and the decimal mark.
        Debug grids show exact counts, and data has point_count_abbreviated as in other renderers. Without it: auto.
    title: The headline.
    subtitle: The line below the headline.
    attribution: The attribution; those of the drawn sources are added. Without it: that of the sources.
    scale_bar: A bar that shows a round distance at the picture's middle. Over the built-in world alone it is there
        from zoom 8 on; false leaves it out. Without it: false.
    north_arrow: An arrow that points north. Without it: true where north is not up and a scale bar or a graticule
        is shown, else false.
    legend: What sizes and colors mean, made from the style's own steps. Without it: false.
    scale_furniture: How many times as large legend, scale bar, titles and attribution are drawn, for posters; the
        legend's bubbles keep the sizes of the map's. Where the shorter side is above 1600 points all symbols and
        names grow with it already, and this multiplies. Without it: 1.
    font_size: The size of labels, legend, scale bar, titles and attribution: all grow alike, so that labels of 11
        points have it; counts in bubbles stay. Without it: 11.
    panel_letters: Whether (a), (b) and so on stand before the titles of maps on one sheet. Without it: false.
    panel_titles: The titles of maps on one sheet, in their order. Without it: their values, zooms or clusterings.
    graticule: Lines of equal longitude and latitude. Without it: false.
    locator: A small map with a box around what the picture shows: of the world, of the area between degrees, or of
        a country's main part, by its English name or its code of two letters. It stands in a corner, over no
        counts. Over the built-in world alone it is there from zoom 8 on, with words such as "2 km northeast of
        Ghent"; false leaves both out. Without it: false.
    inset_frames: The look of insets: color of frames and titles, their letters, and the background of the strips.
        Without it: true.
    highlight: The rows whose markers have a ring, single ones and the clusters that hold them.
    callouts: Which markers get a callout that shows what they stand for; without a selection selected draws none.
        Without it: "selected".
    callout_rows: How many members a callout lists at most. Without it: 5.
    callout_columns: What a callout lists of each member: the first column, and the others in a second line. Without
        it: the members' titles.
    compression: How hard PNG is compressed. Without it: 1.
    quality: The quality of JPEG, WebP and AVIF. Without it: 90 of JPEG, 80 of AVIF, without loss of WebP.
    colors: The colors that a PNG has at most: larger ones are reduced, without dithering. Without it: all.
    text: How letters are written into SVG and PDF. Without it: "text".
    id_prefix: What stands before all ids and classes of an SVG, so that several can stand in one page.
    html_image: The address of the picture that an HTML page shows, a PNG drawn with the same settings: cid: of an
        attachment, or where it lies. Mail programs such as Gmail show no bytes. Without it: its bytes.
    author: Who made the picture, for the properties of a PDF.
    alt: What the picture shows, for readers who cannot see it: the description of SVG, PNG and PDF. {title},
        {count}, {clusters}, {singles}, {area}, {largest}, {shares} and {description} are filled. Without it: made
        from the data.
    language: The language of the description that is made; names are those of the built-in places. Without it:
        "en".
    metadata: Whether SVG, PNG and PDF carry a title and a description made from the data; none leaves a set title
        alone. Without it: "described".
    members: Whether marks in SVG carry the ids of their members as data-members, a JSON list; a dump lists them,
        too. Without it: false.
    preset: A known system whose clustering is taken over; the other settings refine it.
    method: How points are clustered; none keeps every point single. Without it: radius with cluster: true, grid
        with settings of cells, else peaks.
    cell_size: The side of a cell of the grid and of the method leader; the width of a hexagon. Without it: 60; 40
        for the method hex; of hexagons and squares of points that are kept, the smallest of 8 to 60 at which half
        hold 3 points or more.
    align_world: Whether a whole number of cells spans the world, so that cells are the same wherever one looks.
        Without it: true.
    anchor: Where the grid begins: at the world's corner, or at the picture's. Without it: "world".
    margin: How far beyond the picture points take part, as a share of its sides. Without it: 0.
    snap_zoom: Whether cells follow the integer zoom, so that those of one zoom nest in those of the next. Without
        it: false.
    radius: The least distance of peaks in points, or the reach of the method radius in units of a tile (see
        extent). Without it: 64 for peaks, 40 for radius; with cluster: true the source's clusterRadius.
    extent: How many units of radius a tile's side has. Without it: 512.
    across_antimeridian: Whether the method radius joins points across the antimeridian, which supercluster never
        does. Without it: false.
    distance: How near points are for the method distance. Without it: "50pt".
    clusters: How many clusters the method kmeans makes. Without it: 50, or one a point.
    eps: The reach of the method dbscan. Without it: 40.
    min_points: How many points make a dense place for dbscan, or a cluster for radius. Without it: 2; with cluster:
        true the source's clusterMinPoints.
    position: Where a cluster stands: at its members' mean, at the member nearest to the cell's middle, at the
        middle itself, at the first member or at the leader. Without it: "mean".
    min_count: Fewer points than this stay single. Without it: 2.
    min_unique: Points at fewer different places than this stay single. Without it: 1.
    cluster_max_zoom: Beyond this zoom all points are single; in requests and options it counts as tileSize sets, in
        styles from a world of 512 points. Without it: 16 for radius, else none; with cluster: true the source's
        own.
    cluster_min_zoom: The method radius shows the clusters of this zoom below it; counted as clusterMaxZoom. Without
        it: 0.
    co_located: What becomes of points at one place: they count as any others, or, where a marker holds nothing
        else, stand on a ring as wide as they need or set. Where they would touch they stay one marker. With scatter
        all points that share a place are moved onto a ring before they are clustered. With legs all stand around
        their place, from eight on along a spiral, each with a thin line to it. Without it: merge.
    join_places: Whether points of one place are one mark where their group does not become a cluster. Without it:
        true for the preset cch, else false.
    filter: Which rows take part: columns compared by =, !=, <, <=, >, >=, in (…), contains, is null, joined by and,
        or, not. Without it: all rows.
    points_of: Which points stand for lines and areas: their centroids, the pole of inaccessibility of the largest
        area (of a line its middle), or all vertices. Without it: none: they are no points.
    unique_ids: Whether of rows that share an id the first alone takes part; else all of them count. Without it:
        false.
    weight: A numeric property that weighs points; counts become sums.
    missing_weight: What a point counts whose weight is empty: so much, or it is left out, or nothing is drawn.
        Without it: 0.
    weighted_singles: Whether a single point is drawn by its weight as a cluster of one, by styles that read
        clustersnap:count, as built-in ones do. Without it: true in built-in styles, else false.
    opt_out: A property that keeps points alone: where it is false they are never clustered nor counted. Without it:
        cluster for the presets clustermap and cluster, else none.
    title_template: Another name for title. Without it: as title.
    subtitle_template: Another name for subtitle. Without it: as subtitle.
    single_title: The title of a single point; {name} is a property of it. Without it: the preset's, else the
        point's name.
    single_subtitle: A second line of text for a single point. Without it: the preset's, else none.
    form: The mark that stands for a cluster: hexagon takes the method hex and square a grid, whose cells are
        colored by their count, by colorBy or by aggregate, in classes; cells of one point count, too. hull takes
        the method dbscan, kmeans, distance, radius or peaks, and draws the area around the members. pin draws pins,
        the count in the head; pictures of up to 12 markers of up to 9 points have them in light, dark and print
        where nothing else is set, and bubble has none. icon draws the sign of icon above the count. area colors the
        areas of groupAreas. Without it: hexagon for the method hex, else what the style draws.
    hull: The area of the form hull, which it sets: the alpha shape of the smallest radius that leaves one area with
        all members, its holes filled, or the smallest convex one. The alpha shape is the union of the Delaunay
        triangles whose circumscribed circles are no larger (Edelsbrunner, Kirkpatrick and Seidel, 1983;
        find_optimal_alpha(1) of CGAL). Without it: concave in the form hull.
    icon: The form icon, which it sets: clusters are discs with a sign above their counts, a built-in one or an
        image of the style's sprite or of icons.
    overlap: The rule for bubbles that would overlap: they move apart and those without room become one with a
        neighbor (none), move apart as far as there is room (shift), or stay (allow). Single points never move: with
        none and shift bubbles keep off them, and one that is still covered is drawn above. Without it: none in
        light, dark, print and donut and where columns draw, else the style's.
    color_by: The column that colors markers: text by category, a cluster by the one that more than half of its
        points have, or 1.5 times as many as any other, else grey (mixed); weight counts where it is set; numbers by
        class, a cluster by its mean, or by aggregate of the same column.
    size_by: The column of numbers that sizes markers, a cluster by its sum, or by aggregate of the same column:
        areas are proportional to magnitudes, and those of numbers below 0 are hollow. Points that are not clustered
        stay where they are, the small over the large, translucent with dark rims.
    size_range: The radii of the smallest bubbles and of the largest, in points; numbers without room are left out.
        Without it: [3.5, 32]; [10.5, 35] by count, from 2 points to 100,000; [15, 42] of rings.
    group_by: The column whose categories are clustered each by itself, and colored by it where no other column
        does: the eight most frequent, and the rest.
    group_areas: A file of areas (GeoJSON and all that is read) in which points are counted, whatever the method: a
        marker at the pole of inaccessibility of each, or, with the form area, the areas themselves. Of areas that
        overlap the first one counts.
    facets: The column whose values have a small map each, at most the 24 most frequent, in their order, on one
        sheet with one legend and the same classes and sizes.
    facet_every: The periods of the column of facets that have a map each, in their order, those without points left
        out: of times in UTC, or of so much of a number. Without it: each value by itself.
    facet_time_format: The form of the times of facets that is tried first, in the directives of C's strptime.
        Without it: the forms that animate knows.
    donut_by: The column whose categories are the shares of rings: the eight most frequent, the rest, and in grey
        the points without a value.
    label_by: The column that single points are labeled with, where there is room: the largest or heaviest first
        where a column sizes or weighs them, else those that stand apart. Equal names within 20 points stand once.
    aggregate: What bubbles show instead of a count; where no column colors, sizes or divides them, their areas
        follow it. Without it: the count.
    unit: The unit of the numbers of a column: of those that bubbles show, or of sums of weight, behind each and in
        the legend, one of more than three letters in the legend alone; where bubbles show counts, of those that
        color markers, in the legend.
    palette: The colors of colorBy and donutBy; on dark maps those from light to dark run the other way. Of an
        object each value has its color, and others are grey (other). Without it: okabe-ito for categories, sunset
        for numbers.
    order: The order of categories in colors, legends and small maps: these first, then others. The eight most
        frequent have colors, the rest are grey (other). Without it: numbers by value, months and weekdays by the
        calendar, others by name.
    classes: How numbers of colorBy become classes; categories takes each different value for itself. Without it:
        quantile:5 at round numbers, for numbers.
    breaks: Where each class of colors but the first begins; where a column sizes markers, the sizes that the legend
        shows. Without it: limits that are found.
    class_by: Which numbers of colorBy the classes are of: those of all markers at the picture's zoom, or those of
        all rows. In a film they are the markers of all its snapshots; where markers follow the view they are the
        view's. Without it: "markers".
    width: The picture's width in points of 1/72 inch. Without it: that of size, or 4/3 of height.
    height: The picture's height in points. Without it: that of size, or 3/4 of width.
    figsize: The picture's width and height in inches, as figures of matplotlib have them; dpi sets their pixels.
    """

def film(
    data: Any = ...,
    lon: Any = ...,
    lat: Any = ...,
    *,
    time: Union[str, _Array] = ...,
    every: Union[str, float] = ...,
    time_format: str = ...,
    cumulative: bool = ...,
    session: Optional[Session] = ...,
    sources: Mapping[str, Any] = ...,
    cells: Mapping[str, Any] = ...,
    style: str = ...,
    themes: Union[str, _Array] = ...,
    basemap: Union[str, _Array] = ...,
    relief: str = ...,
    tiles: Mapping[str, Any] = ...,
    overlay: str = ...,
    overlays: _Array = ...,
    cluster: Mapping[str, Any] = ...,
    columns: _Array = ...,
    input_format: Literal["csv", "geojson", "ndjson", "json"] = ...,
    decimal: Literal["point", "comma"] = ...,
    missing: Union[str, _Array] = ...,
    header_line: int = ...,
    geometry: Union[str, int] = ...,
    longitude: Union[str, int] = ...,
    latitude: Union[str, int] = ...,
    id: Union[Union[str, int], _Array] = ...,
    font: Union[str, _Array] = ...,
    fonts: Union[str, _Array] = ...,
    icons: Union[str, _Array] = ...,
    max_points: int = ...,
    edges: Literal["straight", "geodesic"] = ...,
    stream: Union[bool, Literal["yes", "no"]] = ...,
    max_memory: int = ...,
    sprite: str = ...,
    glyphs: str = ...,
    tile_timeout: float = ...,
    private_networks: bool = ...,
    system_fonts: bool = ...,
    line_breaks: Literal["pango", "icu"] = ...,
    parameters: Union[str, _Array] = ...,
    name: str = ...,
    size: Union[_Array, str] = ...,
    panel_size: Union[_Array, str] = ...,
    scale: float = ...,
    dpi: float = ...,
    fit: Union[bool, Literal["all", "robust", "yes", "no"]] = ...,
    bbox: Union[_Array, str] = ...,
    center: _Array = ...,
    zoom: float = ...,
    zooms: _Array = ...,
    bearing: float = ...,
    pitch: float = ...,
    projection: Union[Literal["mercator", "equirectangular", "equal-earth", "natural-earth", "robinson", "winkel-tripel", "mollweide", "albers", "lambert-conformal", "lambert-azimuthal", "stereographic", "orthographic", "vertical-perspective", "globe"], str] = ...,
    central_meridian: float = ...,
    parallels: _Array = ...,
    insets: Union[Literal["us", "fr", "es", "pt", "no"], _Array] = ...,
    padding: Union[float, _Array, str] = ...,
    world_copies: Union[bool, Literal["yes", "no"]] = ...,
    max_zoom_fit: float = ...,
    select: Union[str, float] = ...,
    select_span: Union[float, _Array] = ...,
    fit_cluster: Union[str, float] = ...,
    expand: Union[str, float] = ...,
    tile_size: int = ...,
    background: str = ...,
    place_names: Union[bool, Literal["yes", "no"]] = ...,
    borders: Union[bool, Literal["yes", "no"]] = ...,
    edge_labels: Literal["keep", "cut"] = ...,
    walls: Literal["raised", "flat"] = ...,
    debug_grid: Union[bool, Literal["counts", "indices", "counts,indices", "indices,counts"]] = ...,
    number_format: str = ...,
    title: Union[bool, str, Mapping[str, Any]] = ...,
    subtitle: Union[bool, str, Mapping[str, Any]] = ...,
    attribution: Union[bool, str, Mapping[str, Any]] = ...,
    scale_bar: Union[bool, Mapping[str, Any]] = ...,
    north_arrow: Union[bool, Mapping[str, Any]] = ...,
    legend: Union[bool, str, Mapping[str, Any]] = ...,
    scale_furniture: float = ...,
    font_size: float = ...,
    panel_letters: bool = ...,
    panel_titles: _Array = ...,
    graticule: Union[bool, float, Mapping[str, Any]] = ...,
    locator: Union[bool, Union[_Array, str], str, Mapping[str, Any]] = ...,
    inset_frames: Union[bool, Mapping[str, Any]] = ...,
    highlight: Union[str, _Array] = ...,
    callouts: Literal["none", "selected", "unique", "all"] = ...,
    callout_rows: int = ...,
    callout_columns: _Array = ...,
    compression: int = ...,
    quality: int = ...,
    colors: int = ...,
    text: Literal["text", "outlines"] = ...,
    id_prefix: str = ...,
    html_image: str = ...,
    author: str = ...,
    alt: str = ...,
    language: Literal["en", "de", "fr", "es"] = ...,
    metadata: Literal["described", "none"] = ...,
    members: bool = ...,
    preset: Literal["cch", "clustermap", "cluster", "amap", "amap-distance", "pins", "pgclustering", "tbannotationclustering", "supercluster", "pablo", "tb"] = ...,
    method: Literal["grid", "peaks", "hex", "radius", "distance", "leader", "kmeans", "dbscan", "none"] = ...,
    cell_size: Union[float, str, Mapping[str, Any]] = ...,
    align_world: Union[bool, Literal["yes", "no"]] = ...,
    anchor: Literal["world", "view"] = ...,
    margin: float = ...,
    snap_zoom: Union[bool, Literal["yes", "no"]] = ...,
    radius: float = ...,
    extent: float = ...,
    across_antimeridian: Union[bool, Literal["yes", "no"]] = ...,
    distance: Union[float, str] = ...,
    clusters: int = ...,
    eps: float = ...,
    min_points: int = ...,
    position: Literal["mean", "near-center", "cell-center", "first", "leader"] = ...,
    min_count: int = ...,
    min_unique: int = ...,
    cluster_max_zoom: Union[float, Literal["none"]] = ...,
    cluster_min_zoom: int = ...,
    co_located: str = ...,
    join_places: Union[bool, Literal["yes", "no"]] = ...,
    filter: Union[str, _Array] = ...,
    points_of: Literal["center", "pole", "vertices"] = ...,
    unique_ids: Union[bool, Literal["yes", "no"]] = ...,
    weight: Union[str, _Array] = ...,
    missing_weight: Union[float, Literal["skip", "error"]] = ...,
    weighted_singles: Union[bool, Literal["yes", "no"]] = ...,
    opt_out: str = ...,
    title_template: Union[str, Literal["none"]] = ...,
    subtitle_template: Union[str, Literal["none"]] = ...,
    single_title: Union[str, Literal["none"]] = ...,
    single_subtitle: Union[str, Literal["none"]] = ...,
    form: Literal["bubble", "dot", "hexagon", "square", "hull", "pin", "icon", "area"] = ...,
    hull: Literal["convex", "concave"] = ...,
    icon: str = ...,
    overlap: Literal["none", "shift", "allow"] = ...,
    color_by: Union[str, _Array] = ...,
    size_by: Union[str, _Array] = ...,
    size_range: _Array = ...,
    group_by: Union[str, _Array] = ...,
    group_areas: str = ...,
    facets: Union[str, _Array] = ...,
    facet_every: str = ...,
    facet_time_format: str = ...,
    donut_by: Union[str, _Array] = ...,
    label_by: Union[str, _Array] = ...,
    aggregate: str = ...,
    unit: str = ...,
    palette: Union[str, _Array, Mapping[str, Any]] = ...,
    order: _Array = ...,
    classes: str = ...,
    breaks: _Array = ...,
    class_by: Literal["markers", "rows"] = ...,
    width: float = ...,
    height: float = ...,
    figsize: _Array = ...,
    animator: Literal["fade", "move", "bounce", "none"] = ...,
    duration: float = ...,
    fps: int = ...,
    hold: float = ...,
    camera: Union[Mapping[str, Any], Literal["none"]] = ...,
    captions: Literal["top-left", "top-right", "bottom-left", "bottom-right"] = ...,
) -> Film:
    """A film of points by a column of times, a picture for every period; an animated PNG.

    cells: Points counted into cells elsewhere, by the names of sources: tables as clustersnap sql makes them.
    style: The style. Without it: light.
    themes: A pair of pictures in place of one, in a style for light surroundings and one for dark: an SVG shows the
        one or the other by prefers-color-scheme, other formats are two files, map-light.png and map-dark.png.
    basemap: The base map, lowest layer first: the built-in world, areas and lines (GeoJSON), tiles. Without it:
        world with a built-in style.
    relief: Heights whose light and shade lie on the areas of the style: tiles of pictures, as sources of type
        raster-dem have them.
    tiles: Where the tiles of the style's sources are. Without it: the style's.
    overlay: The style whose bubbles lie over a style that has no place for points. Without it: light or dark, by
        the background.
    overlays: Pins, lines, areas and circles over the map: coordinates, an encoded polyline, or a file (GeoJSON with
        simplestyle, GPX); radius of a circle; label, color, size, sign, width, fill, opacity.
    cluster: The clustering of single sources; the same keys at the root are for all sources.
    columns: Several clusterings of the same points side by side in each picture, under their captions. Without it:
        one picture.
    input_format: The kind of all inputs. Without it: seen from the content.
    decimal: What stands before the decimals of CSV, and of coordinates that are texts in rows as JSON. Without it:
        point; comma where a semicolon or tab separates and coordinates have commas alone.
    missing: The words that stand for a missing value. Those that are set do so in columns of texts, too. Without
        it: NA, N/A, n/a, #N/A, NaN, nan, NULL, null, None, -, –, . and ? in columns of numbers.
    header_line: The line of CSV with the names of the columns; lines above it are left out. Without it: the first
        line whose columns fit coordinates.
    geometry: The column of CSV and of rows as JSON with a place in one field: GeoJSON, well-known text, or a
        latitude and a longitude. Without it: seen by the names and the content.
    longitude: The column of longitudes in CSV and in rows as JSON, there also a path such as position.lng. Without
        it: seen by the names.
    latitude: The column of latitudes. Without it: seen by the names.
    id: The column that names points. Without it: id, else the row number.
    font: Font files that text may be set in.
    fonts: Folders whose font files text may be set in.
    icons: Folders whose PNG files are icons.
    max_points: How many points and vertices are kept of one input; 50 million take 1.5 GB. An input with more is
        refused. Without it: 50000000.
    edges: The way that lines and areas of GeoJSON and overlays take between their positions: straight in longitude
        and latitude, or along great circles, across the antimeridian where that is shorter. An area around a pole
        reaches to it. Tracks of GPX and KML go the shorter way in any case. Layers of circles then have one at each
        position that is added, a quarter of a degree apart. Without it: "straight".
    stream: Whether points are summed into cells while they are read, in memory for the cells alone. It is the way
        of one view with a place of its own and peaks or a grid, and gives the same picture; where it cannot, points
        are kept. Without it: true for pipes and large files, else false.
    max_memory: From what size of text and points on an input is not kept whole where the view is fitted to its
        points: a file is read twice, for the view and into cells; of a pipe 16 bytes a point and 8 bytes for each
        column that is used are kept, ids where points are looked for by them, and points, single or in clusters,
        have no other properties. The process takes memory for the program and the picture beside that. Without it:
        no limit.
    sprite: The sprite in place of the style's own; @2x files are taken for larger scales. Without it: the style's.
    glyphs: Letters as MapLibre draws them: a folder of {fontstack}/{range}.pbf, a zip archive of such folders, an
        address with {fontstack} and {range}, or style for those that the style names. In pictures of pixels; SVG
        and PDF have outlines.
    tile_timeout: How long loading the tiles of all pictures may take; a single tile may take 8 seconds. Without it:
        30.
    private_networks: Whether redirects and proxies may lead to servers of private networks. Without it: false.
    system_fonts: Whether the fonts of the system may be used, too. Without it: false.
    line_breaks: Who finds the words of scripts without spaces where lines are broken: Pango those of Thai; ICU, if
        it is installed, those of Lao, Khmer and Burmese, too. Without it: "pango".
    parameters: The settings of views, sources and pictures that an address of clustersnap serve may set over the
        request's.
    name: What the picture is called. Without it: a number.
    size: The picture's size in points of 1/72 inch, 1 to 16384 a side, or in millimeters, with all that stands
        around and beside the map. Frames of a film grow by their strips. Without it: [1024, 768].
    panel_size: The size of each map, in place of the picture's: what stands around maps and beside them comes on
        top. Without it: what size leaves.
    scale: Pixels a point. Without it: 1.
    dpi: Pixels an inch, instead of scale: 72 pixels an inch are one a point. In SVG and PDF those of images and
        heat maps, and how fine coasts are. Without it: 72.
    fit: Whether points are fitted, whatever the style's center and zoom: all, or those of the dense regions that
        together hold 99 %. Without it: false.
    bbox: What is fitted; east may be less than west, across the antimeridian.
    center: The middle of the picture; needs zoom. Without it: the style's, else what is fitted.
    zoom: The world is 512 · 2^zoom points wide; with fit, bbox or select it keeps their center. Without it: what
        shows all.
    zooms: The zooms of small maps in a row, about one center, with one legend. A scale bar stands on each map where
        it hides no marker. Without it: one map.
    bearing: The compass direction that is up: 90 puts east on top. Text and markers stay upright. Without it: the
        style's, else 0: north is up.
    pitch: Degrees between straight down and where the camera looks, in Mercator's projection alone. Text and
        markers stay upright; the zoom is that of the middle. Without it: the style's, else 0: straight down.
    projection: The projection of the map, on a sphere. Others than mercator show the world once; points that they
        hide are counted in a warning. A fitted globe has the middle of the points in its middle. Codes and strings
        need the library PROJ, and show their area of use and 10° around it, or 25° around a narrow zone, or what of
        the Earth they can. Without it: the style's, else mercator; equal-earth for fitted views of at least 180° in
        light, dark, print and heatmap.
    central_meridian: The meridian in the middle of the projection. Codes and strings have one of their own. Without
        it: the middle of what is shown; of fitted points over 200° or more 11, or 150 about the Pacific; 0 of a box
        of 300°.
    parallels: The parallels that the cones albers and lambert-conformal are true along. Without it: a sixth of the
        latitudes shown from either end.
    insets: Small maps in strips above and below the map, or left and right of it where that leaves it larger, each
        of a box of its own. Points in them do not decide what the map is fitted to. The map leaves out those of a
        set, and those of insets far from all other points; an inset near the others shows its own larger. The set
        us takes Albers' projection for the map where none is set.
    padding: What is kept free when fitting. Without it: a tenth of the shorter side, at least 24 and room for the
        largest bubble, at most a quarter of a side, when points are fitted; 0 with bbox, and about a world that is
        shown whole.
    world_copies: Whether the world repeats in pictures wider than it; without copies it is shown once, about the
        middle of what padding leaves of the picture. Turned pictures have copies. Without it: false where points or
        all longitudes are fitted, else true.
    max_zoom_fit: Fitting does not go closer. Without it: 16.
    select: The point whose marker is shown and ringed; with center, bbox or fit only ringed.
    select_span: How much is shown about a selected point. Without it: 1000.
    fit_cluster: The cluster in the view given otherwise whose members are all shown.
    expand: The point that is shown at the smallest zoom at which it stands alone.
    tile_size: What the zooms of options and requests count from; never those of styles. Without it: 512.
    background: What is behind everything; none makes the picture transparent. Without it: the style's own.
    place_names: Whether the base map has names: of countries, states, cities and seas, in street styles all.
        Without it: true from zoom 3 on in light and dark, false in other styles over the built-in world, true with
        tiles.
    borders: Whether the built-in world has the borders of countries. Without it: true.
    edge_labels: Labels at the picture's edge: keep moves them inside or leaves them out, cut draws what is inside.
        Without it: "keep".
    walls: Areas with a height (fill-extrusion): raised draws walls and roofs as seen from above the picture's
        middle, flat footprints. Without it: "raised".
    debug_grid: Whether the grids of all sources are drawn, and what is written into their cells; with the method
        peaks territories: the outlines of the clusters' fine cells, and the peaks. Without it: that of each source.
    number_format: How counts, sums and legends are written: auto abbreviates counts and groups the digits of
        legends, plain has all digits, si three of them and a unit; a language sets groups and the decimal mark.
        Debug grids show exact counts, and data has point_count_abbreviated as in other renderers. Without it: auto.
    title: The headline.
    subtitle: The line below the headline.
    attribution: The attribution; those of the drawn sources are added. Without it: that of the sources.
    scale_bar: A bar that shows a round distance at the picture's middle. Over the built-in world alone it is there
        from zoom 8 on; false leaves it out. Without it: false.
    north_arrow: An arrow that points north. Without it: true where north is not up and a scale bar or a graticule
        is shown, else false.
    legend: What sizes and colors mean, made from the style's own steps. Without it: false.
    scale_furniture: How many times as large legend, scale bar, titles and attribution are drawn, for posters; the
        legend's bubbles keep the sizes of the map's. Where the shorter side is above 1600 points all symbols and
        names grow with it already, and this multiplies. Without it: 1.
    font_size: The size of labels, legend, scale bar, titles and attribution: all grow alike, so that labels of 11
        points have it; counts in bubbles stay. Without it: 11.
    panel_letters: Whether (a), (b) and so on stand before the titles of maps on one sheet. Without it: false.
    panel_titles: The titles of maps on one sheet, in their order. Without it: their values, zooms or clusterings.
    graticule: Lines of equal longitude and latitude. Without it: false.
    locator: A small map with a box around what the picture shows: of the world, of the area between degrees, or of
        a country's main part, by its English name or its code of two letters. It stands in a corner, over no
        counts. Over the built-in world alone it is there from zoom 8 on, with words such as "2 km northeast of
        Ghent"; false leaves both out. Without it: false.
    inset_frames: The look of insets: color of frames and titles, their letters, and the background of the strips.
        Without it: true.
    highlight: The rows whose markers have a ring, single ones and the clusters that hold them.
    callouts: Which markers get a callout that shows what they stand for; without a selection selected draws none.
        Without it: "selected".
    callout_rows: How many members a callout lists at most. Without it: 5.
    callout_columns: What a callout lists of each member: the first column, and the others in a second line. Without
        it: the members' titles.
    compression: How hard PNG is compressed. Without it: 1.
    quality: The quality of JPEG, WebP and AVIF. Without it: 90 of JPEG, 80 of AVIF, without loss of WebP.
    colors: The colors that a PNG has at most: larger ones are reduced, without dithering. Without it: all.
    text: How letters are written into SVG and PDF. Without it: "text".
    id_prefix: What stands before all ids and classes of an SVG, so that several can stand in one page.
    html_image: The address of the picture that an HTML page shows, a PNG drawn with the same settings: cid: of an
        attachment, or where it lies. Mail programs such as Gmail show no bytes. Without it: its bytes.
    author: Who made the picture, for the properties of a PDF.
    alt: What the picture shows, for readers who cannot see it: the description of SVG, PNG and PDF. {title},
        {count}, {clusters}, {singles}, {area}, {largest}, {shares} and {description} are filled. Without it: made
        from the data.
    language: The language of the description that is made; names are those of the built-in places. Without it:
        "en".
    metadata: Whether SVG, PNG and PDF carry a title and a description made from the data; none leaves a set title
        alone. Without it: "described".
    members: Whether marks in SVG carry the ids of their members as data-members, a JSON list; a dump lists them,
        too. Without it: false.
    preset: A known system whose clustering is taken over; the other settings refine it.
    method: How points are clustered; none keeps every point single. Without it: radius with cluster: true, grid
        with settings of cells, else peaks.
    cell_size: The side of a cell of the grid and of the method leader; the width of a hexagon. Without it: 60; 40
        for the method hex; of hexagons and squares of points that are kept, the smallest of 8 to 60 at which half
        hold 3 points or more.
    align_world: Whether a whole number of cells spans the world, so that cells are the same wherever one looks.
        Without it: true.
    anchor: Where the grid begins: at the world's corner, or at the picture's. Without it: "world".
    margin: How far beyond the picture points take part, as a share of its sides. Without it: 0.
    snap_zoom: Whether cells follow the integer zoom, so that those of one zoom nest in those of the next. Without
        it: false.
    radius: The least distance of peaks in points, or the reach of the method radius in units of a tile (see
        extent). Without it: 64 for peaks, 40 for radius; with cluster: true the source's clusterRadius.
    extent: How many units of radius a tile's side has. Without it: 512.
    across_antimeridian: Whether the method radius joins points across the antimeridian, which supercluster never
        does. Without it: false.
    distance: How near points are for the method distance. Without it: "50pt".
    clusters: How many clusters the method kmeans makes. Without it: 50, or one a point.
    eps: The reach of the method dbscan. Without it: 40.
    min_points: How many points make a dense place for dbscan, or a cluster for radius. Without it: 2; with cluster:
        true the source's clusterMinPoints.
    position: Where a cluster stands: at its members' mean, at the member nearest to the cell's middle, at the
        middle itself, at the first member or at the leader. Without it: "mean".
    min_count: Fewer points than this stay single. Without it: 2.
    min_unique: Points at fewer different places than this stay single. Without it: 1.
    cluster_max_zoom: Beyond this zoom all points are single; in requests and options it counts as tileSize sets, in
        styles from a world of 512 points. Without it: 16 for radius, else none; with cluster: true the source's
        own.
    cluster_min_zoom: The method radius shows the clusters of this zoom below it; counted as clusterMaxZoom. Without
        it: 0.
    co_located: What becomes of points at one place: they count as any others, or, where a marker holds nothing
        else, stand on a ring as wide as they need or set. Where they would touch they stay one marker. With scatter
        all points that share a place are moved onto a ring before they are clustered. With legs all stand around
        their place, from eight on along a spiral, each with a thin line to it. Without it: merge.
    join_places: Whether points of one place are one mark where their group does not become a cluster. Without it:
        true for the preset cch, else false.
    filter: Which rows take part: columns compared by =, !=, <, <=, >, >=, in (…), contains, is null, joined by and,
        or, not. Without it: all rows.
    points_of: Which points stand for lines and areas: their centroids, the pole of inaccessibility of the largest
        area (of a line its middle), or all vertices. Without it: none: they are no points.
    unique_ids: Whether of rows that share an id the first alone takes part; else all of them count. Without it:
        false.
    weight: A numeric property that weighs points; counts become sums.
    missing_weight: What a point counts whose weight is empty: so much, or it is left out, or nothing is drawn.
        Without it: 0.
    weighted_singles: Whether a single point is drawn by its weight as a cluster of one, by styles that read
        clustersnap:count, as built-in ones do. Without it: true in built-in styles, else false.
    opt_out: A property that keeps points alone: where it is false they are never clustered nor counted. Without it:
        cluster for the presets clustermap and cluster, else none.
    title_template: Another name for title. Without it: as title.
    subtitle_template: Another name for subtitle. Without it: as subtitle.
    single_title: The title of a single point; {name} is a property of it. Without it: the preset's, else the
        point's name.
    single_subtitle: A second line of text for a single point. Without it: the preset's, else none.
    form: The mark that stands for a cluster: hexagon takes the method hex and square a grid, whose cells are
        colored by their count, by colorBy or by aggregate, in classes; cells of one point count, too. hull takes
        the method dbscan, kmeans, distance, radius or peaks, and draws the area around the members. pin draws pins,
        the count in the head; pictures of up to 12 markers of up to 9 points have them in light, dark and print
        where nothing else is set, and bubble has none. icon draws the sign of icon above the count. area colors the
        areas of groupAreas. Without it: hexagon for the method hex, else what the style draws.
    hull: The area of the form hull, which it sets: the alpha shape of the smallest radius that leaves one area with
        all members, its holes filled, or the smallest convex one. The alpha shape is the union of the Delaunay
        triangles whose circumscribed circles are no larger (Edelsbrunner, Kirkpatrick and Seidel, 1983;
        find_optimal_alpha(1) of CGAL). Without it: concave in the form hull.
    icon: The form icon, which it sets: clusters are discs with a sign above their counts, a built-in one or an
        image of the style's sprite or of icons.
    overlap: The rule for bubbles that would overlap: they move apart and those without room become one with a
        neighbor (none), move apart as far as there is room (shift), or stay (allow). Single points never move: with
        none and shift bubbles keep off them, and one that is still covered is drawn above. Without it: none in
        light, dark, print and donut and where columns draw, else the style's.
    color_by: The column that colors markers: text by category, a cluster by the one that more than half of its
        points have, or 1.5 times as many as any other, else grey (mixed); weight counts where it is set; numbers by
        class, a cluster by its mean, or by aggregate of the same column.
    size_by: The column of numbers that sizes markers, a cluster by its sum, or by aggregate of the same column:
        areas are proportional to magnitudes, and those of numbers below 0 are hollow. Points that are not clustered
        stay where they are, the small over the large, translucent with dark rims.
    size_range: The radii of the smallest bubbles and of the largest, in points; numbers without room are left out.
        Without it: [3.5, 32]; [10.5, 35] by count, from 2 points to 100,000; [15, 42] of rings.
    group_by: The column whose categories are clustered each by itself, and colored by it where no other column
        does: the eight most frequent, and the rest.
    group_areas: A file of areas (GeoJSON and all that is read) in which points are counted, whatever the method: a
        marker at the pole of inaccessibility of each, or, with the form area, the areas themselves. Of areas that
        overlap the first one counts.
    facets: The column whose values have a small map each, at most the 24 most frequent, in their order, on one
        sheet with one legend and the same classes and sizes.
    facet_every: The periods of the column of facets that have a map each, in their order, those without points left
        out: of times in UTC, or of so much of a number. Without it: each value by itself.
    facet_time_format: The form of the times of facets that is tried first, in the directives of C's strptime.
        Without it: the forms that animate knows.
    donut_by: The column whose categories are the shares of rings: the eight most frequent, the rest, and in grey
        the points without a value.
    label_by: The column that single points are labeled with, where there is room: the largest or heaviest first
        where a column sizes or weighs them, else those that stand apart. Equal names within 20 points stand once.
    aggregate: What bubbles show instead of a count; where no column colors, sizes or divides them, their areas
        follow it. Without it: the count.
    unit: The unit of the numbers of a column: of those that bubbles show, or of sums of weight, behind each and in
        the legend, one of more than three letters in the legend alone; where bubbles show counts, of those that
        color markers, in the legend.
    palette: The colors of colorBy and donutBy; on dark maps those from light to dark run the other way. Of an
        object each value has its color, and others are grey (other). Without it: okabe-ito for categories, sunset
        for numbers.
    order: The order of categories in colors, legends and small maps: these first, then others. The eight most
        frequent have colors, the rest are grey (other). Without it: numbers by value, months and weekdays by the
        calendar, others by name.
    classes: How numbers of colorBy become classes; categories takes each different value for itself. Without it:
        quantile:5 at round numbers, for numbers.
    breaks: Where each class of colors but the first begins; where a column sizes markers, the sizes that the legend
        shows. Without it: limits that are found.
    class_by: Which numbers of colorBy the classes are of: those of all markers at the picture's zoom, or those of
        all rows. In a film they are the markers of all its snapshots; where markers follow the view they are the
        view's. Without it: "markers".
    width: The picture's width in points of 1/72 inch. Without it: that of size, or 4/3 of height.
    height: The picture's height in points. Without it: that of size, or 3/4 of width.
    figsize: The picture's width and height in inches, as figures of matplotlib have them; dpi sets their pixels.
    animator: The transition between pictures. Without it: the preset's.
    duration: How long a transition takes. Without it: the animator's.
    fps: Frames a second. Without it: 30.
    hold: How long a snapshot stands still. Without it: 1.
    camera: The movement of the camera where the view changes: it takes the old markers along, then these change.
        Without it: the preset's, else none.
    captions: The corner in which each frame shows the name of its snapshot, in place of a subtitle. Without it:
        none; with --time bottom-left.
    """

def cells(con: Any, table: str, lon: Optional[str] = ..., lat: Optional[str] = ..., *, session: Optional[Session] = ..., **settings: Any) -> Map: ...
def asgi(folder: Union[str, os.PathLike[str]], **options: Any) -> Callable[[Any, Any, Any], Any]: ...
# A map, or a list of them where the request has views.
def render(request: Mapping[str, Any], session: Optional[Session] = ...) -> Any: ...
def diff(first: Any, second: Any, **options: Any) -> Difference: ...
def basemap(ax: Any, bbox: Optional[_Array] = ..., crs: Any = ..., **settings: Any) -> Any: ...
def clusters(ax: Any, data: Any = ..., lon: Any = ..., lat: Any = ..., crs: Any = ..., **settings: Any) -> Map: ...
def command() -> str: ...

__version__: str

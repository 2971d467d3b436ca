# ClusterSnap. `make help` lists what can be made.

PREFIX ?= /usr/local
SWIFT ?= swift
PYTHON ?= python3
RELEASE = .build/release/clustersnap
# The version stands in one place; the commit is known in a checkout only. Only release builds set it, so that another
# commit builds nothing of the tests anew.
VERSION := $(shell sed -n 's/.*static let number = "\(.*\)"/\1/p' Sources/Session/CommandParts/ToolVersion.swift)
COMMIT := $(if $(wildcard .git),$(shell git describe --always --dirty --exclude='*' --abbrev=7 2>/dev/null))
build bench library: export CLUSTERSNAP_COMMIT = $(COMMIT)

# Swift in the binary, so that it runs where none is installed, and no symbols: 33 MB. On macOS the system
# brings Swift. `make build STATIC=--static-swift-stdlib` keeps the symbols for a profiler. Swift's own runtime alone uses the
# library of C++, which takes 0.7 of 7 ms of a start to load: what is used of it is in the binary, too, 0.1 MB.
# The runtime would have the program export its functions, as for plug-ins: without, it is 1.5 MB smaller and takes 1 MB less memory.
STATIC := $(if $(filter Darwin,$(shell uname -s)),,--static-swift-stdlib -Xlinker -L$(CURDIR)/.build/static -Xlinker -s -Xlinker --no-export-dynamic)
# Two threads for each module's code, and no debug information: a clean build on two cores takes 4 minutes instead of 5, and
# the binary draws the same bytes at the same speed.
# Generic types are made by calls instead of by their names: the runtime otherwise searches for every conformance of each, a
# tenth of all instructions of a small picture.
# Without sums of what each module was made of, among it the folder, so that two builds give the same bytes.
RELEASED = -Xswiftc -num-threads -Xswiftc 2 -debug-info-format none \
  -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
# The build that tests use: a warning of ours is an error, and so is an import that Package.swift does not declare.
# The same flags everywhere, so that nothing is built twice. (What SwiftPM reports of `-pthread` is known and harmless.)
# Without debug information, which tests do not read, and a module at a time, a clean build takes 5.5 minutes instead of 7
# on two cores. While working on one module, `swift build` and `swift test --filter` without these flags build less anew.
CHECKED = --explicit-target-dependency-import-check error -Xswiftc -warnings-as-errors -debug-info-format none \
  -Xswiftc -wmo -Xswiftc -no-emit-module-separately-wmo -Xswiftc -num-threads -Xswiftc 2
# Modules with loops are optimized in that build, see Package.swift.
check test suite docs: export CLUSTERSNAP_OPTIMIZED_LOOPS = 1
# The pages that `make coverage` writes from the code; tests hold them against the code.
COVERAGE = Sources/Style/MapStyle/MapStyle.docc/Coverage.md
SETTINGS = Sources/Style/StyleSettings/StyleSettings.docc/Settings.md
# What is ours to format.
FORMATTED = Package.swift Sources Tests $(wildcard Samples/*.swift) $(EXAMPLES)
# The packages that show how others test against goldens and feed a map view, and that run the Swift of the guide. In our own folder of builds, so that
# what they stand on is not built twice: seconds instead of minutes.
EXAMPLES = Samples/GoldenTesting Samples/LiveMap Samples/Readme

# The pictures of `make demo`: a name each, and below the words that `clustersnap render` draws it with.
PICTURES = capitals.png capitals.svg towns.png towns-dark.png towns-grid.png kinds.png figure.svg
LAND = --basemap world
WORLD = --bbox -128,-50,158,68 --size 1024x600
EUROPE = --bbox -12,35,32,60
capitals.png = Samples/capitals.csv $(LAND) $(WORLD) --scale 2
capitals.svg = Samples/capitals.csv $(LAND) $(WORLD)
towns.png = Samples/towns-5000.csv $(LAND) $(WORLD) --scale 2
towns-dark.png = Samples/towns-5000.csv $(LAND) $(WORLD) --style dark --scale 2
towns-grid.png = Samples/towns-5000.csv $(LAND) $(EUROPE) --style debug --debug-grid=counts --preset cch --scale 2
kinds.png = towns=Samples/towns-5000.csv --style Samples/kinds.json $(LAND) $(WORLD) --scale 2
figure.svg = Samples/capitals.csv $(LAND) $(EUROPE) --scale-bar --legend

# The figures of the documentation: a method each, with the settings it is shown with.
METHODS = grid radius distance leader kmeans dbscan none
METHOD_VIEW = --center 17,40.5 --zoom 5.3 --size 420x300
FIGURES = Sources/Clustering/MapClusters/MapClusters.docc/Resources
grid.settings = cell-size=60
radius.settings = radius=40
distance.settings = distance=40pt
kmeans.settings = clusters=24
dbscan.settings = min-points=4 eps=16
grid.figure = --debug-grid

.PHONY: bench-serve soak bench-peers check-cost help deps build demo gallery gallery-defaults figures races fuzz faults sanitize check test suite suite-python test-bare test-engines coverage compare-maplibre docs bench install dist deb library wheel test-python release reproduce site clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-17s %s\n", $$1, $$2 }' Makefile

deps: ## install what is missing: cairo, pango, picture and packing libraries, SQLite, curl, fonts (apt or brew)
	@.ci/deps

build: deps ## the release binary, .build/release/clustersnap
	@mkdir -p .build/static && ln -sf "$$($(CC) -print-file-name=libstdc++.a)" .build/static/
	$(SWIFT) build -c release --product clustersnap $(RELEASED) $(STATIC)

demo: $(PICTURES:%=build/%) ## build, and draw first pictures into build/
	@echo; for picture in $^; do echo "$$picture"; done

$(PICTURES:%=build/%): build/%: build
	@mkdir -p build
	$(RELEASE) render $($*) -o $@

# The test that compares each picture of a page with what the command beside it makes, recording.
gallery: deps ## draw the pictures of README, guides and recipes anew with the commands beside them, Samples/pictures/
	CLUSTERSNAP_RECORD=all $(SWIFT) test --filter 'CommandTests.Pages'

# Each table of Samples and of CLUSTERSNAP_DATA without options, and a page that shows them beside each other.
DEFAULTS = $(wildcard Samples/*.csv $(CLUSTERSNAP_DATA:%=%/*.csv))
gallery-defaults: build ## the pictures of all tables without options, in light, dark and print, build/defaults/index.html
	@mkdir -p build/defaults && echo '<!doctype html><meta charset="utf-8"><title>Pictures without options</title>' > build/defaults/index.html
	@for table in $(DEFAULTS); do name=$$(basename $$table .csv); for style in light dark print; do \
	  $(RELEASE) render $$table --style $$style -o build/defaults/$$name-$$style.png || exit 2; \
	  echo "<img src=\"$$name-$$style.png\" width=\"480\" alt=\"$$name, $$style\">" >> build/defaults/index.html; done; done
	@echo build/defaults/index.html

figures: $(METHODS:%=$(FIGURES)/method-%.png) ## draw the figures of the documentation anew

$(FIGURES)/method-%.png: build
	@mkdir -p build
	$(RELEASE) clusters found=Samples/quakes.csv $(METHOD_VIEW) --members -o build/found.geojson \
	  --cluster found.method=$* $($*.settings:%=--cluster found.%)
	$(SWIFT) Samples/spokes.swift build/found.geojson Samples/quakes.csv > build/spokes.json
	$(RELEASE) render all=Samples/quakes.csv found=Samples/quakes.csv --style Samples/method.json $(METHOD_VIEW) --scale 2 \
	  --cluster found.method=$* $($*.settings:%=--cluster found.%) $($*.figure) \
	  $(if $(filter none,$*),,--basemap build/spokes.json) -o $@

check: deps ## lint, and build everything with warnings as errors
	@$(SWIFT) format lint --strict --parallel --recursive $(FORMATTED) & lint=$$!; \
	  $(SWIFT) build --build-tests $(CHECKED) || exit $$?; wait $$lint

# Two processes, because tests that wait for the command, for servers or for limits of time leave a processor idle: on two
# a seventh of the time. The second one's output follows that of the first. The examples are built as one package.
WAITING = ^(CommandTests|ProgramTests)\.
test: check ## check, and run all tests
	@$(MAKE) --no-print-directory suite

suite:
	@mkdir -p build
	@$(SWIFT) test --skip-build --ignore-lock $(CHECKED) --filter '$(WAITING)' > build/test-waiting.log 2>&1 & waiting=$$!; \
	  $(SWIFT) test --skip-build --ignore-lock $(CHECKED) --skip '$(WAITING)'; status=$$?; \
	  wait $$waiting || status=$$?; cat build/test-waiting.log; exit $$status
	$(SWIFT) test --package-path Samples --scratch-path .build $(CHECKED)

# The package for Python over the library and the command of the test build, so that nothing more is compiled: what needs Python, NumPy
# and pytest alone, in half a minute. Tests that stand on other packages are skipped; `make test-python` runs them.
BUILT = $(CURDIR)/.build/debug
suite-python: build/numpy/bin/pytest
	cd Packaging/python/tests && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$(CURDIR)/Packaging/python PYTEST_PLUGINS=clustersnap._pytest \
	  CLUSTERSNAP_LIBRARY=$(BUILT)/libClusterSnapC$(if $(STATIC),.so,.dylib) CLUSTERSNAP_COMMAND=$(BUILT)/clustersnap \
	  ../../../build/numpy/bin/pytest -q -p no:cacheprovider -o faulthandler_timeout=60 test_maps.py test_tables.py test_faults.py test_goldens.py test_serve.py test_archive.py

build/numpy/bin/pytest:
	$(PYTHON) -m venv build/numpy
	build/numpy/bin/pip install -q numpy pytest

test-bare: ## all tests where only what .ci/deps installs can be found: in a chroot that is kept (root, Debian); ARGS=make\ help runs that there
	.ci/bare $(ARGS)

# The sanitizer of Swift 6.3 does not see the waits inside of the language's own `Mutex` under contention (ten lines with one counter
# show it), so that `Parallel` puts locks of POSIX threads in its place there: every report is one to mend.
races: deps ## the tests of clustering, scenarios, sessions, tiles, bands and the server once more, under the thread sanitizer
	$(SWIFT) test --sanitize=thread --scratch-path .build/races -Xswiftc -DCLUSTERSNAP_THREAD_SANITIZER \
	  --filter 'MapClustersTests|MapServerTests|ScenarioTests|SourceIndex|MapSession|PictureBands|TileScene|ParallelTests|PictureTests|Pictures|Serving a folder'

# A sanitizer's runtime holds much of the memory; what a reader may hold is bounded by its own limits. With two sanitizers
# the Swift compiler leaves out the counters that guide libFuzzer, so they are asked for by name. What Swift's globals hold
# would count as leaks.
fuzz: deps ## libFuzzer with AddressSanitizer over one reader: TARGET=csv SECONDS=60 (csv geojson json style expression tile directory pmtiles picture request scenario cells tilejson sqlite address body glyphs zip)
	$(SWIFT) build -c release --package-path Tests/Fuzzing --scratch-path .build/fuzz --sanitize=fuzzer --sanitize=address \
	  -Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table
	@mkdir -p build/fuzz/$(or $(TARGET),csv)
	@cp -n Tests/Corpus/$(or $(TARGET),csv)/* build/fuzz/$(or $(TARGET),csv)/
	TARGET=$(or $(TARGET),csv) ASAN_OPTIONS=detect_leaks=0 .build/fuzz/release/Fuzz build/fuzz/$(or $(TARGET),csv) -max_total_time=$(or $(SECONDS),60) \
	  -timeout=10 -rss_limit_mb=4096 -artifact_prefix=build/fuzz/$(or $(TARGET),csv)- -print_final_stats=1 $(ARGS)

faults: deps ## every command with every call of the system failing once (Linux, a C compiler); ARGS="--only render --calls open" chooses
	$(SWIFT) build --product clustersnap
	@mkdir -p build
	$(CC) -shared -fPIC -O1 -o build/faults.so Tests/Faults/faults.c -ldl
	$(PYTHON) Tests/Faults/faults.py --ours .build/debug/clustersnap --library build/faults.so $(ARGS)

# Leaks are looked for where wrong inputs take the short way out: what the system's libraries keep until the end is no leak.
# Tests that wait for a command hold a thread each, so that they come last and by themselves.
sanitize: deps ## the tests under AddressSanitizer, and the command over wrong inputs under LeakSanitizer (Linux)
	$(SWIFT) build --build-tests --sanitize=address --scratch-path .build/sanitize
	$(PYTHON) Tests/Faults/leaks.py --ours .build/sanitize/debug/clustersnap
	for tests in --skip --filter; do \
	  ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:suppressions=$(CURDIR)/Tests/Faults/address.supp \
	    $(SWIFT) test --skip-build --sanitize=address --scratch-path .build/sanitize $$tests '$(WAITING)' $(ARGS) || exit 1; done

test-engines: deps ## the statements of `clustersnap sql` in real engines, installed into build/engines; ENGINES="sqlite duckdb" chooses
	$(SWIFT) build --product clustersnap
	$(PYTHON) Tests/Engines/test-engines.py $(ENGINES)

coverage: deps ## write down what of the style specification is supported, and our own settings
	$(SWIFT) build --product clustersnap
	.build/debug/clustersnap check --coverage > $(COVERAGE).new
	mv $(COVERAGE).new $(COVERAGE)
	.build/debug/clustersnap check --settings > $(SETTINGS).new
	mv $(SETTINGS).new $(SETTINGS)
	.build/debug/clustersnap manual --markdown > Documentation/reference/options.md
	.build/debug/clustersnap schema request --markdown > Documentation/reference/requests.md
	.build/debug/clustersnap schema scenario --markdown > Documentation/reference/scenarios.md
	$(PYTHON) Packaging/python/generate.py .build/debug/clustersnap

compare-maplibre: build ## draw Tests/DrawingCases beside MapLibre Native (pip install pymgl), build/compare-maplibre
	$(PYTHON) Tests/DrawingCases/compare-maplibre.py --ours $(RELEASE)

check-cost: build ## count instructions of six small jobs and compare with Tests/cost.json (valgrind); RECORD=1 writes it
	$(PYTHON) Tests/check-cost.py --ours $(RELEASE) $(if $(RECORD),--record)

bench: build ## measure time and memory; ARGS="process sessions radius clusters tiles streets labels cells --large" chooses
	$(SWIFT) build -c release --package-path Tests/Benchmarks --scratch-path .build $(RELEASED) $(STATIC)
	.build/release/Benchmarks $(ARGS)
	$(PYTHON) Tests/check-cost.py --ours $(RELEASE)

bench-serve: build ## time serve by kind of answer, beside MapLibre Native, and while files change (wrk, pip install pymgl); ARGS="--only soak --soak 1000000"
	$(SWIFT) build -c release --package-path Tests/Benchmarks --scratch-path .build $(RELEASED) $(STATIC)
	$(PYTHON) Tests/bench-serve.py --ours $(RELEASE) $(ARGS)

soak: build ## mixed requests to serve for five minutes, many from clients that leave: nothing may be left of them; ARGS="--seconds 60"
	$(PYTHON) Tests/soak-serve.py --ours $(RELEASE) $(ARGS)

bench-peers: build ## time jobs beside MapLibre Native, DuckDB, Polars, ClickHouse, Matplotlib and ImageMagick, as ratios (pip install pymgl duckdb polars chdb matplotlib)
	$(PYTHON) Tests/bench-peers.py --ours $(RELEASE)

install: build ## put the binary, its manual pages and its completions below PREFIX (default /usr/local)
	Packaging/install.sh $(RELEASE) "$(DESTDIR)$(PREFIX)"

dist: build ## an archive with the binary, its manual pages and its completions, build/clustersnap-VERSION-….tar.gz; one for arm64, too, where a Swift SDK for it is
	Packaging/make-archive.sh $(RELEASE) $(VERSION)
	Packaging/make-arm64.sh $(SWIFT) $(RELEASE) $(VERSION)

deb: build ## a package for Debian 12 and later, build/clustersnap_VERSION_ARCHITECTURE.deb
	Packaging/make-deb.sh $(RELEASE) $(VERSION)

# The C interface: only its own functions are seen from outside.
library: build ## the library with the C interface, build/libclustersnap.so with clustersnap.h beside it
	$(SWIFT) build -c release --product ClusterSnapC $(RELEASED) $(STATIC) $(if $(STATIC),-Xlinker --version-script=$(CURDIR)/Packaging/libclustersnap.map \
	  -Xlinker -soname=libclustersnap.so)
	@mkdir -p build
	cp .build/release/libClusterSnapC$(if $(STATIC),.so,.dylib) build/libclustersnap$(if $(STATIC),.so,.dylib)
	cp Sources/System/CClusterSnap/include/clustersnap.h build/

# One library with all that it stands on. Its static archives are made once: ARCHIVES=FOLDER keeps them outside of build.
ARCHIVES ?= $(CURDIR)/build/archives
wheel: library ## a package for Python with the library, the command and what they stand on, build/clustersnap-VERSION-py3-none-….whl (root, Debian; some minutes more at first)
	Packaging/python/make-archives.sh $(ARCHIVES)
	SWIFT=$(SWIFT) $(PYTHON) Packaging/python/make_wheel.py .build/release/ClusterSnapC.product/Objects.LinkFileList $(ARCHIVES) $(VERSION)

# Packages of PyPI go into an environment of its own; the chroots have Python and little else.
test-python: wheel ## the wheel in an environment with pandas, polars, pyarrow, DuckDB, GeoPandas and others, in documents, and in bare chroots (root, Debian)
	$(PYTHON) Packaging/python/generate.py $(RELEASE) --check
	test -x build/python/bin/pytest || { $(PYTHON) -m venv build/python && build/python/bin/pip install -q -r Packaging/python/tests/requirements.txt; }
	build/python/bin/pip install -q --no-deps --force-reinstall build/clustersnap-$(VERSION)-py3-*.whl
	cd Packaging/python/tests && ../../../build/python/bin/pytest -q -p no:cacheprovider -o faulthandler_timeout=120 $(ARGS)
	Packaging/python/tests/bare.sh build/clustersnap-$(VERSION)-py3-*.whl

test-container: build ## the steps of the container's image in a chroot, with its HEALTHCHECK (root, debootstrap)
	Packaging/test-container.sh $(RELEASE)

release: ## everything that is published, from a clean clone of this commit, into build/release; URL=https://… makes Homebrew's formula
	Packaging/release/make-release.sh $(VERSION) "$(URL)"

reproduce: build ## the same bytes whatever the threads, load, time zone, locale, folder, umask and build; some minutes
	$(SWIFT) build --product clustersnap
	Tests/reproduce.sh $(RELEASE) .build/debug/clustersnap

site: ## guides, recipes and reference as a web site for a plain folder, build/site (Python; MkDocs from PyPI, in an environment of its own)
	$(PYTHON) Documentation/lint.py
	test -x build/site-python/bin/mkdocs || { $(PYTHON) -m venv build/site-python && \
	  build/site-python/bin/pip install -q -r Documentation/site/requirements.txt; }
	$(PYTHON) Documentation/site/pages.py build/site-pages
	NO_MKDOCS_2_WARNING=1 build/site-python/bin/mkdocs build --strict -f Documentation/site/mkdocs.yml
	@if [ -d build/docs ]; then cp -R build/docs build/site/swift; else echo "without the pages of the libraries; make docs builds them"; fi

clean: ## remove everything that was built
	rm -rf .build build

# Needs docc, which comes with the toolchain. Symbols are read from the build of `make check`, so that nothing is compiled twice.
docs: check ## the documentation of all products as a web site, build/docs; fails on what has no comment and on broken links
	$(PYTHON) Packaging/make-docs.py

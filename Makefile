# What to type, for people and for .ci/run. Every target first sees to the packages it needs.

SWIFT ?= swift
PACKAGES := $(shell sed 's/\#.*//' .ci/packages.txt)
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
SOURCES := Package.swift Sources Plugins Tests
RELEASE := $(CURDIR)/.build/release/leporello
DEMO := .build/demo
KIT := Plugins/Examples/kit

.PHONY: help deps build demo kit test format lint bench campaign fixtures fuzz fuzz-run dist clean

help:
	@echo "make demo      build the program and convert the EPUB in Fixtures/ by pipelines/epub-to-cbz.yaml"
	@echo "make build     build the program: .build/release/leporello"
	@echo "make kit       build and run the example package on LeporelloKit, Plugins/Examples/kit"
	@echo "make test      all tests"
	@echo "make deps      install the Debian packages in .ci/packages.txt; the other targets do it by themselves"
	@echo "make lint      check formatting; make format mends it"
	@echo "make bench     measure against cp, the codecs alone and other programs, where these are installed"
	@echo "make campaign  kill it, fail its system calls, feed it broken and hostile files; CAMPAIGN_PARTS names some"
	@echo "make fuzz      feed broken bytes to every reader of files, FUZZ_SECONDS (20) each; FUZZ_TARGETS names some"
	@echo "make dist      what people install: a tarball and a Debian package, in .build/dist"
	@echo "make fixtures  draw the files in Fixtures/ again"

# Installs what is missing from the one list and builds nothing. With everything there it takes no time.
deps:
	@missing=$$(for package in $(PACKAGES); do \
	  [ "$$(dpkg-query -W -f='$${db:Status-Status}' $$package 2>/dev/null)" = installed ] || echo $$package; done); \
	if [ -z "$$missing" ]; then exit 0; fi; \
	if ! command -v apt-get >/dev/null; then \
	  echo "no apt-get here; please install what corresponds to:" $$missing >&2; exit 1; fi; \
	echo "installing" $$missing; \
	$(SUDO) apt-get update -q && \
	$(SUDO) env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $$missing

build: deps
	$(SWIFT) build -c release --product leporello

demo: build
	@rm -rf $(DEMO) && mkdir -p $(DEMO)
	cd $(DEMO) && $(RELEASE) run ../../pipelines/epub-to-cbz.yaml ../../Fixtures/paper-fox-1.epub
	@echo
	cd $(DEMO) && find library -name '*.cbz' -exec $(RELEASE) inspect {} +
	@echo
	cd $(DEMO) && find library -name '*.cbz' -exec unzip -l {} \;
	@echo "The book is in $(DEMO)/library; the same command takes any EPUB."

# A program of somebody else's that links LeporelloKit, in a package of its own.
kit: deps
	$(SWIFT) build --package-path $(KIT)
	rm -rf .build/kit && mkdir -p .build/kit && cp Fixtures/harbor-sketches/*.png .build/kit
	printf 'title: Harbor\nsketch 1.png\nsketch 10.png\n' > .build/kit/harbor.zine
	cd .build/kit && ../../$(KIT)/.build/debug/negatives harbor.zine > receipt.json
	cd .build/kit && grep -q '"copied":1,"lossless":0,"reencoded":1' receipt.json || { cat receipt.json; exit 1; }
	cd .build/kit && unzip -l out/Harbor.cbz

test: deps
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

format:
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

lint:
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

bench: build
	python3 Tests/Benchmark/bench.py $(RELEASE)
	python3 Tests/Benchmark/pictures.py $(RELEASE)
	python3 Tests/Benchmark/spreads.py $(RELEASE)
	python3 Tests/Benchmark/collection.py $(RELEASE)

# The long form of what `make test` runs short; hours.
campaign: build
	python3 Tests/Campaign/campaign.py $(RELEASE) --long $(CAMPAIGN_PARTS)

# What is found lies in .build/fuzz: crash-*, timeout-*, oom-*. With LEPORELLO_CORPUS its pictures are seeds too.
FUZZ_SECONDS ?= 20
FUZZ := $(CURDIR)/.build/fuzz
FUZZ_TARGETS ?= $(shell $(FUZZ)/release/Fuzzer | cut -d' ' -f1)

fuzz: deps
	FUZZ=1 $(SWIFT) build -c release --scratch-path $(FUZZ) --product Fuzzer \
	  --sanitize address -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld
	@$(MAKE) --no-print-directory fuzz-run

# Runs what `make fuzz` has built. Memory counts where it is used: libarchive asks for gigabytes where a header says so,
# and fills as much of them as the file has.
fuzz-run:
	@for target in $(FUZZ_TARGETS); do \
	  seeds=$$($(FUZZ)/release/Fuzzer | sed -n "s/^$$target //p"); \
	  mkdir -p $(FUZZ)/corpus/$$target && echo "== $$target" && \
	  FUZZ_TARGET=$$target ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 $(FUZZ)/release/Fuzzer \
	    -max_total_time=$(FUZZ_SECONDS) -max_len=65536 -timeout=20 -rss_limit_mb=4096 -malloc_limit_mb=65536 -print_final_stats=1 \
	    -artifact_prefix=$(FUZZ)/ $(FUZZ)/corpus/$$target Tests/Fuzz/Seeds/$$seeds \
	    $$([ "$$seeds" = pictures ] && [ -d "$$LEPORELLO_CORPUS/images" ] && echo "$$LEPORELLO_CORPUS/images") \
	    || exit 1; \
	done

fixtures: deps
	python3 Fixtures/generate.py shipped

dist: deps
	SWIFT="$(SWIFT)" .packaging/dist.sh

clean:
	rm -rf .build

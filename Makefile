# What to type, for people and for .ci/run. Every target first sees to the packages it needs.

SWIFT ?= swift
PACKAGES := $(shell sed 's/\#.*//' .ci/packages.txt)
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)
SOURCES := Package.swift Sources Plugins Tests
RELEASE := $(CURDIR)/.build/release/leporello
DEMO := .build/demo

.PHONY: help deps build demo test format lint bench fixtures clean

help:
	@echo "make demo      build the program and convert the EPUB in Fixtures/ by pipelines/epub-to-cbz.yaml"
	@echo "make build     build the program: .build/release/leporello"
	@echo "make test      all tests"
	@echo "make deps      install the Debian packages in .ci/packages.txt; the other targets do it by themselves"
	@echo "make lint      check formatting; make format mends it"
	@echo "make bench     measure against cp"
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

test: deps
	$(SWIFT) build --build-tests
	$(SWIFT) test --skip-build

format:
	$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

lint:
	$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

bench: build
	python3 Tests/Benchmark/bench.py $(RELEASE)

fixtures: deps
	python3 Fixtures/generate.py shipped

clean:
	rm -rf .build

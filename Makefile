# What can be done with this package. `make demo` first; each target installs what it needs.

SWIFT ?= swift
FOOTFALL = .build/release/footfall

.PHONY: help demo test examples tutorials documentation build check check-all fresh-debian arm64 deb deb-check deb-arm64 deb-debian13 lab-image bench proofs proofs-large \
	browser lab soak sample-data install-packages clean

help:
	@echo 'make demo      record a real walk at ten times its speed, and watch it'
	@echo 'make test      run every test'
	@echo 'make examples  build and run what hosts and studies would write'
	@echo 'make tutorials do what the tutorials say, to the letter'
	@echo 'make documentation  make a site of all pages, in .build/documentation/site'
	@echo 'make build     build $(FOOTFALL)'
	@echo 'make check     run what continuous integration runs'
	@echo 'make check-all check, planted faults, fresh-debian, arm64, all packages and lab-image: before a version, or when libraries or toolchain change'
	@echo 'make fresh-debian  do what the README says in roots of Debian 12 and 13 with nothing but the Swift of this machine'
	@echo 'make arm64     build for 64-bit ARM, run the tests by qemu, compare sample files with x86-64'
	@echo 'make deb       make the Debian packages footfall and python3-footfall for this machine, in .build/deb'
	@echo 'make deb-check install, upgrade, remove and purge them in a fresh root, and have lintian look'
	@echo 'make deb-debian13, make deb-arm64  make the packages of Debian 13, and those for 64-bit ARM, in folders of .build/deb'
	@echo 'make lab-image boot the packed station under systemd, and cut its power twenty times'
	@echo 'make bench     compare speeds with other libraries, against the thresholds'
	@echo 'make proofs    kill it, fill its disk, fail its writes, change its task files, measure its tasks'
	@echo 'make proofs-large  the proofs of much data, which take minutes more'
	@echo 'make browser   do tasks in a real browser, look at every kind of step, and attack the server'
	@echo 'make lab       boot a machine with the kernel of Debian and real IIO and input devices, and try them'
	@echo 'make soak      record a simulated day and an hour of sound, write a year of a journal, and race, change and cut what it reads for longer'
	@echo 'make clean     delete what was built; recorded sessions stay'

demo: build
	@$(FOOTFALL) record --source SampleData/Daphnet --speed 10 --identifier walk

# Where what speaks or the bus is missing, that is said, and their tests are not run. Few tests at a time: of two
# thousand that begin together each waits for the turns of all others, and where a limit is real time that is
# what it measures. (Swift before 6.3 does not know the variable.) Package.swift says what FOOTFALL_OPTIMIZED is for,
# and .ci/run FOOTFALL_SWIFT_FLAGS.
test:
	@Scripts/install-packages --tests
	FOOTFALL_OPTIMIZED=1 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=32 $(SWIFT) test --parallel $(FOOTFALL_SWIFT_FLAGS)

examples: install-packages
	Examples/run

tutorials: build
	Tutorials/run

documentation:
	Scripts/documentation

build: install-packages
	Scripts/build-release footfall

check:
	.ci/run

# Minutes each, with compilers and roots that are downloaded once: not in every change's check.
check-all:
	.ci/run
	Scripts/ahead Tests/Lab/planted/run
	Scripts/fresh-debian
	Scripts/arm64
	$(MAKE) proofs-large deb-check deb-debian13 deb-arm64 lab-image

fresh-debian:
	Scripts/fresh-debian

arm64:
	Scripts/arm64

deb: build
	FOOTFALL_BUILT=1 Packaging/deb

deb-check: deb
	Packaging/check --twice

deb-debian13:
	Packaging/debian13

deb-arm64: build
	Packaging/arm64

lab-image: deb
	Tests/Lab/image/run

bench: install-packages
	Benchmarks/run

# Built once: to find that nothing is to be built takes as long as some of them.
proofs proofs-large soak: export FOOTFALL_BUILT = 1
proofs: install-packages
	@Scripts/install-packages bindfs faketime strace python3-venv python3-dev iproute2 chrony mosquitto mosquitto-clients octave r-base-core r-cran-jsonlite zstd rclone age
	Scripts/build-release footfall footfall-benchmarks
	Tests/Proofs/run 'led-outside 210' python slow-disk three-machines kill9 mcap export-stop faults disk-full file-lost beside-crashed clocks \
		limits ten-million reader-memory lines import-csv bids gait calibrate sound-kill live-steps life-signs-privacy align life-signs \
		kill-task kill-terminal task-on-full-disk hung-voice kill-each-call kill-amend task-fuzz schema outbox-rules \
		'session-fuzz --rounds 1000' task-speed check-speed list-many \
		'remote-peers --seconds 30' network-mark

# Of much data: minutes that a check of every change has not got. make check-all and make soak have.
proofs-large: install-packages
	@Scripts/install-packages strace python3-venv python3-dev iproute2 zstd rclone age
	Scripts/build-release footfall footfall-benchmarks
	Tests/Proofs/run compressed wide-tables study-table gait-day plot-day outbox 'python-speed --prepare' python-speed

browser: build
	FOOTFALL_BUILT=1 Tests/Browser/run

lab: build
	Scripts/build-release lab-recorder
	Scripts/ahead Tests/Lab/run

soak: proofs-large
	Scripts/build-release footfall footfall-benchmarks
	Tests/Proofs/soak
	Tests/Proofs/led-outside
	Tests/Proofs/sound-hour
	Tests/Proofs/journal-year
	Tests/Proofs/task-fuzz --seconds 600
	Tests/Proofs/session-fuzz
	Tests/Proofs/remote-peers

# Only when the format changes: the tests compare what is in SampleData with what is recorded today.
sample-data: build
	SampleData/make-synthetic.sh $(FOOTFALL)

install-packages:
	@Scripts/install-packages

clean:
	$(SWIFT) package clean

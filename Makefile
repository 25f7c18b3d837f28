# What can be done with this package. `make demo` first; each target installs what it needs.

SWIFT ?= swift
FOOTFALL = .build/release/footfall

.PHONY: help demo test examples build check bench proofs lab soak sample-data install-packages clean

help:
	@echo 'make demo      record a real walk at ten times its speed, and watch it'
	@echo 'make test      run every test'
	@echo 'make examples  build and run what hosts and studies would write'
	@echo 'make build     build $(FOOTFALL)'
	@echo 'make check     run what continuous integration runs'
	@echo 'make bench     compare speeds with other libraries, against the thresholds'
	@echo 'make proofs    kill it, fill its disk, fail its writes, change its task files, measure its tasks'
	@echo 'make lab       boot a machine with the kernel of Debian and real IIO and input devices, and try them'
	@echo 'make soak      record a simulated day, and read changed task files for ten minutes'
	@echo 'make clean     delete what was built; recorded sessions stay'

demo: build
	@$(FOOTFALL) record --source SampleData/Daphnet --speed 10 --identifier walk

# What speaks, a message bus and python3 are needed by tests only; what speaks and the bus are said to be
# missing where they are, and their tests are not run.
test:
	@Scripts/install-packages dbus espeak-ng python3 speech-dispatcher
	$(SWIFT) test --parallel

examples: install-packages
	Examples/run

build: install-packages
	Scripts/build-release footfall

check:
	.ci/run

bench: install-packages
	Scripts/ahead Benchmarks/run

proofs: install-packages
	Tests/Proofs/kill9
	Tests/Proofs/faults
	Tests/Proofs/disk-full
	Tests/Proofs/ten-million
	Tests/Proofs/reader-memory
	Tests/Proofs/kill-task
	Tests/Proofs/task-fuzz
	Tests/Proofs/task-speed

lab: build
	Scripts/build-release lab-recorder
	Scripts/ahead Tests/Lab/run

soak: install-packages
	Tests/Proofs/soak
	Tests/Proofs/task-fuzz --seconds 600

# Only when the format changes: the tests compare what is in SampleData with what is recorded today.
sample-data: build
	SampleData/make-synthetic.sh $(FOOTFALL)

install-packages:
	@Scripts/install-packages

clean:
	$(SWIFT) package clean

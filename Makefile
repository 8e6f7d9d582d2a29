# llmperf: `make help` lists the targets.
SHELL   := /bin/bash
BUILD   ?= build
CONFIG  ?= configs/default.yaml
OUT     ?= out/$(basename $(notdir $(CONFIG)))
MODEL   ?= models/h200-small
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
DESTDIR ?=
VERSION := 0.1.0
RELEASED := 2026-11-30

# The newest libclang found; `make LLVM=18` picks another.
LLVM ?= $(firstword $(foreach v,22 19 18 17,$(if $(wildcard /usr/lib/llvm-$(v)/include/clang-c/Index.h),$(v))))
LLVM_DIR := /usr/lib/llvm-$(LLVM)
# clang-format lays out differently from version to version: 19, which all supported distributions have, comes first.
LINT_LLVM ?= $(firstword $(foreach v,19 18 17,$(if $(wildcard /usr/bin/clang-format-$(v)),$(v))))

CC       ?= gcc
CSTD     := -std=c11 -D_GNU_SOURCE
WARN     := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes \
            -Wpointer-arith -Wformat=2 -Wundef -Werror
OPTIM    ?= -O2 -g
comma    := ,
SANFLAGS := $(if $(SAN),-fsanitize=address$(comma)undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
CFLAGS   += $(CSTD) $(WARN) $(OPTIM) $(SANFLAGS) -fstack-protector-strong
GIT_REV  := $(shell git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
CPPFLAGS += -I. -DLP_VERSION='"$(VERSION)"' -DCL_TARGET_OPENCL_VERSION=120 -I$(BUILD)
LDFLAGS  += $(SANFLAGS)
LIBS_COMMON  := -lyaml -ljansson -lxxhash -lm
LIBS_DB      := -lsqlite3
LIBS_analyze := -L$(LLVM_DIR)/lib -lclang-$(LLVM) -Wl,-rpath,$(LLVM_DIR)/lib -lpthread
LIBS_profile := -lOpenCL -lpthread
LIBS_model   := -lopenblas -lpcre2-8 -lpthread
LIBS_library := -lopenblas -lpcre2-8 -ljansson -lxxhash -lm -lpthread
INC_analyze  := -isystem $(LLVM_DIR)/include

STAGES   := analyze gen profile model db report
PROGRAMS := $(BUILD)/llmperf $(STAGES:%=$(BUILD)/llmperf-%)
LIBRARY  := $(BUILD)/libllmperf.a $(BUILD)/libllmperf.so.0
src_of    = $(sort $(wildcard $(1)/*.c))
obj_of    = $(patsubst %.c,$(BUILD)/obj/%.o,$(call src_of,$(1)))
lib_of    = $(filter-out %/main.o %_main.o,$(call obj_of,$(1)))

.DEFAULT_GOAL := all
.PHONY: help all build deps docs dataset predict validate test test-train test-long lint format bench bench-inference bench-predict bench-profile fuzz install install-files uninstall deb clean \
        programs unit-bins train-bins fuzz-bins lint-run FORCE

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

all: build ## build every program into build/

deps: ## install the system packages that building needs (deps.txt)
	@scripts/deps.sh build

# A fresh machine lacks the packages, so LLVM is only known after `make deps`: build in a sub-make.
build: deps
	@$(MAKE) --no-print-directory -j$$(nproc) programs

programs: $(PROGRAMS) $(LIBRARY) $(BUILD)/models

dataset: build ## run the campaign CONFIG=configs/default.yaml into OUT=out/default
	@$(BUILD)/llmperf run $(CONFIG) --out $(OUT)

predict: build ## what MODEL=models/h200-small says about an example
	@scripts/shipped.sh $(BUILD) $(MODEL) predict
validate: build ## how good MODEL is on the measured samples in it; needs no GPU
	@scripts/shipped.sh $(BUILD) $(MODEL) validate

# ---- compiling ----------------------------------------------------------------------------------
$(BUILD)/version_gen.h: FORCE
	@mkdir -p $(@D); printf '#define LP_%s "%s"\n' GIT_REV '$(GIT_REV)' RELEASED '$(RELEASED)' >$@.new; \
	cmp -s $@.new $@ && rm -f $@.new || mv $@.new $@

# Texts that programs carry become C strings: SQL, OpenCL, what pages are made of.
EMBEDDED := $(BUILD)/db_schema.inc $(patsubst %.cl,$(BUILD)/%_cl.inc,$(notdir $(wildcard common/*.cl profile/*.cl))) \
            $(BUILD)/report_css.inc $(BUILD)/report_js.inc
vpath %.cl common profile
$(BUILD)/db_schema.inc: db/schema.sql
$(BUILD)/report_css.inc: report/report.css
$(BUILD)/report_js.inc: report/report.js
$(filter %_cl.inc,$(EMBEDDED)): $(BUILD)/%_cl.inc: %.cl
$(EMBEDDED): scripts/embed.sh
	@mkdir -p $(@D); scripts/embed.sh $(filter-out %.sh,$^) > $@

# Objects of other flags are compiled again.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D); echo '$(CC) $(CSTD) $(OPTIM) $(SANFLAGS) -fPIC' >$@.new; cmp -s $@.new $@ && rm -f $@.new || mv $@.new $@

$(BUILD)/obj/%.o: %.c $(BUILD)/flags | $(BUILD)/version_gen.h $(EMBEDDED)
	@mkdir -p $(@D)
	@echo "  cc    $<"
	@$(CC) $(CPPFLAGS) $(INC_$(firstword $(subst /, ,$<))) $(CFLAGS) -MMD -MP -c $< -o $@
# Plain loops that become vector code.
$(BUILD)/obj/model/vec.o $(BUILD)/obj/model/tensor.o: CFLAGS += -O3 -fno-trapping-math
# What the library holds too: nothing of it is visible but what llmperf.h says.
$(foreach d,common db model,$(eval $(BUILD)/obj/$(d)/%.o: CFLAGS += -fPIC -fvisibility=hidden))
$(BUILD)/obj/common/version.o: $(BUILD)/version_gen.h
$(BUILD)/obj/db/db.o: $(BUILD)/db_schema.inc
$(BUILD)/obj/report/site.o: $(BUILD)/report_css.inc $(BUILD)/report_js.inc

$(BUILD)/libcommon.a: $(call obj_of,common)
$(BUILD)/libdb.a: $(call lib_of,db)
$(BUILD)/libmodel.a: $(call lib_of,model)
$(BUILD)/lib%.a:
	@rm -f $@; ar rcs $@ $^

# $(1): a program; $(2): its objects; $(3): the stage whose libraries it needs
define PROGRAM_RULE
$(BUILD)/$(1): $(2) $(BUILD)/libdb.a $(BUILD)/libcommon.a
	@mkdir -p $$(@D); echo "  link  $$@"
	@$$(CC) $$(LDFLAGS) $$^ $$(LIBS_$(3)) $$(LIBS_DB) $$(LIBS_COMMON) -o $$@
endef
$(eval $(call PROGRAM_RULE,llmperf,$(call obj_of,cli)))
$(eval $(call PROGRAM_RULE,llmperf-db,$(BUILD)/obj/db/main.o))
$(foreach s,analyze gen profile model report,$(eval $(call PROGRAM_RULE,llmperf-$(s),$(call obj_of,$(s)),$(s))))
# Where programs look for the shipped model.
$(BUILD)/models: FORCE
	@mkdir -p $(@D); ln -sfnr models $@

# libllmperf: only what predicting needs of the archives, in one object that keeps all other names to itself.
$(BUILD)/libllmperf.o: $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard model/library*.c)) $(BUILD)/libmodel.a $(BUILD)/libdb.a $(BUILD)/libcommon.a
	@$(CC) -r $^ -o $@ && objcopy --wildcard --keep-global-symbol='llmperf_*' $@
$(BUILD)/libllmperf.a: $(BUILD)/libllmperf.o
$(BUILD)/libllmperf.so.0: $(BUILD)/libllmperf.o model/llmperf.map
	@echo "  link  $@"
	@$(CC) -shared $(LDFLAGS) -Wl,-soname,$(@F) -Wl,--version-script=model/llmperf.map -Wl,-z,defs $< $(LIBS_library) -o $@

# ---- tests --------------------------------------------------------------------------------------
# tests/unit/STAGE/test_X.c becomes $(BUILD)/tests/STAGE/test_X, linked with everything of STAGE but its main.
UNIT_SRC  := $(sort $(wildcard tests/unit/*/test_*.c))
UNIT_BINS := $(UNIT_SRC:tests/unit/%.c=$(BUILD)/tests/%)
define UNIT_RULE
$(BUILD)/tests/$(1)/%: $(BUILD)/obj/tests/unit/$(1)/%.o $(if $(filter common db,$(1)),,$(call lib_of,$(1))) $(BUILD)/libdb.a $(BUILD)/libcommon.a
	@mkdir -p $$(@D)
	@echo "  link  $$@"
	@$$(CC) $$(LDFLAGS) $$^ $$(LIBS_$(1)) $$(LIBS_DB) $$(LIBS_COMMON) -lcmocka -o $$@
endef
$(foreach s,common db analyze gen profile model report cli,$(eval $(call UNIT_RULE,$(s))))
INC_tests := $(INC_analyze)
.SECONDARY:

# Programs of tests/e2e/*.sh: rows of an exported data set run again, kernels run beside their probe sources.
E2E_BINS := $(addprefix $(BUILD)/tests/,replay probe_same probe_cases probe_sources)
$(foreach p,replay probe_same probe_cases,$(eval $(call PROGRAM_RULE,tests/$(p),$(BUILD)/obj/tests/e2e/$(p).o $(call lib_of,profile),profile)))
$(eval $(call PROGRAM_RULE,tests/probe_sources,$(BUILD)/obj/tests/e2e/probe_sources.o $(call lib_of,analyze),analyze))
# The front end alone, for tests/bench/analyze.sh.
$(eval $(call PROGRAM_RULE,tests/parse,$(BUILD)/obj/tests/bench/parse.o $(call lib_of,analyze),analyze))

# Programs of tests/train: what is compared with Python.
TRAIN_BINS := $(patsubst tests/train/%.c,$(BUILD)/tests/train/%,$(sort $(wildcard tests/train/*.c)))
$(BUILD)/tests/train/%: $(BUILD)/obj/tests/train/%.o $(call lib_of,model) $(BUILD)/libdb.a $(BUILD)/libcommon.a
	@mkdir -p $(@D)
	@$(CC) $(LDFLAGS) $^ $(LIBS_model) $(LIBS_DB) $(LIBS_COMMON) -o $@
$(BUILD)/.venv/made: tests/train/requirements.txt train/requirements.txt
	@scripts/venv.sh $(@D) $<

unit-bins: $(UNIT_BINS) $(E2E_BINS)
train-bins: $(TRAIN_BINS)

test: ## unit, end-to-end (PoCL), bad-input and sanitizer tests; ends with "N passed, N failed"
	@scripts/deps.sh build test
	@$(MAKE) --no-print-directory -j$$(nproc) programs unit-bins
	@$(MAKE) --no-print-directory -j$$(nproc) BUILD=$(BUILD)/san SAN=1 OPTIM=-O1\ -g programs unit-bins
	@$(MAKE) --no-print-directory -j$$(nproc) fuzz-bins
	@tests/run.sh $(BUILD)

test-train: ## tokenizer, model and training against PyTorch and its libraries; ends with "N passed, N failed"
	@scripts/deps.sh build test
	@$(MAKE) --no-print-directory -j$$(nproc) programs train-bins $(BUILD)/.venv/made
	@tests/run.sh $(BUILD) train

test-long: ## what takes longer than CI may: long fuzzing, many kills
	@scripts/deps.sh build test long
	@$(MAKE) --no-print-directory -j$$(nproc) programs
	@$(MAKE) --no-print-directory fuzz FUZZ_RUNS=100000
	@tests/run.sh $(BUILD) long

include tests/fuzz.mk

bench: build ## benchmarks: each compares two things in one run and prints a ratio
	@$(MAKE) --no-print-directory $(BUILD)/tests/parse
	@set -e; for b in tests/bench/*.sh; do $$b $(BUILD); done

bench-profile: build ## one worker against a process a sample: BENCH_SAMPLES=60 BENCH_DEVICE=gpu
	@tests/bench/profile.sh $(BUILD)
bench-predict: build ## network and library against transformers on the CPU: BENCH_SHAPES="50mb 350m" BENCH_THREADS=2
	@$(MAKE) --no-print-directory train-bins $(BUILD)/.venv/made
	@tests/bench/predict.sh $(BUILD)
bench-inference: build ## the inferred extents against what kernels touch; V=1 lists what is longer than needed
	@tests/bench/inference.sh $(BUILD) $(if $(V),-v)

# ---- lint ---------------------------------------------------------------------------------------
C_FILES := $(wildcard common/*.[ch] db/*.[ch] analyze/*.[ch] gen/*.[ch] profile/*.[ch] model/*.[ch] report/*.[ch] cli/*.[ch] \
             tests/unit/*/*.[ch] tests/e2e/*.[ch] tests/bench/*.[ch] tests/fuzz/*.[ch] tests/train/*.[ch])
lint: ## clang-format, clang-tidy, cppcheck, house rules
	@scripts/deps.sh build test lint
	@$(MAKE) --no-print-directory lint-run
lint-run: $(BUILD)/version_gen.h $(EMBEDDED)
	@scripts/lint.sh $(LINT_LLVM) "$(CPPFLAGS) $(INC_analyze) $(CSTD)" $(C_FILES)

format: ## lay out every C file
	@clang-format-$(LINT_LLVM) -i $(C_FILES)

docs: programs ## make docs/commands.md, campaign.md and tables.md, and the man pages in build/man
	@scripts/reference.sh $(BUILD) $(BUILD)/man docs
	@scripts/tables.py

# ---- installing ---------------------------------------------------------------------------------
install: build ## install programs and library into PREFIX and LIBDIR (DESTDIR honoured)
	@$(MAKE) --no-print-directory install-files
INSTALL := PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' DESTDIR='$(DESTDIR)' VERSION='$(VERSION)' PRIVATE_LIBS='$(LIBS_library)' scripts/install.sh
install-files:
	@$(INSTALL) install $(BUILD) $(PROGRAMS)
uninstall: ## remove exactly what install put there (same PREFIX and DESTDIR)
	@$(INSTALL) uninstall

deb: build ## a package for Debian of what is built: build/llmperf_VERSION_ARCH.deb
	@scripts/deb.sh $(BUILD) $(VERSION) $(RELEASED) $(LLVM)

clean: ## remove build/ and out/
	rm -rf build out

-include $(shell find $(BUILD)/obj $(BUILD)/fuzz/obj -name '*.d' 2>/dev/null)

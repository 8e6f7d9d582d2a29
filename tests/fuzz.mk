# Fuzzing, included by the Makefile: one libFuzzer program for each tests/fuzz/STAGE_NAME.c.
FUZZ_RUNS ?= 2000
# The newest clang that has libFuzzer: not always of the version that libclang is of.
FUZZ_LLVM := $(firstword $(foreach v,$(LLVM) 22 19 18 17,$(if $(and $(wildcard /usr/lib/llvm-$(v)/bin/clang),\
             $(wildcard /usr/lib/llvm-$(v)/lib/clang/*/lib/linux/libclang_rt.fuzzer-*)),$(v))))
FUZZ_CC   := /usr/lib/llvm-$(FUZZ_LLVM)/bin/clang
FUZZ_SAN  := address,undefined -fno-sanitize-recover=undefined
FUZZ_SRC  := $(sort $(wildcard tests/fuzz/*.c))
FUZZ_BINS := $(FUZZ_SRC:tests/fuzz/%.c=$(BUILD)/fuzz/%)
fuzz_stage = $(firstword $(subst _, ,$(notdir $(1))))
fuzz_obj   = $(patsubst $(BUILD)/obj/%,$(BUILD)/fuzz/obj/%,$(1))
$(BUILD)/fuzz/obj/%.o: %.c | $(BUILD)/version_gen.h $(EMBEDDED)
	@mkdir -p $(@D)
	@echo "  fuzz  $<"
	@$(FUZZ_CC) $(CPPFLAGS) $(INC_$(firstword $(subst /, ,$<))) $(CSTD) -O1 -g -fsanitize=fuzzer-no-link,$(FUZZ_SAN) -MMD -MP -c $< -o $@
define FUZZ_RULE
$(BUILD)/fuzz/$(1): $(call fuzz_obj,$(BUILD)/obj/tests/fuzz/$(1).o $(sort $(call obj_of,common) $(if $(filter-out common,$(call fuzz_stage,$(1))),$(call lib_of,$(call fuzz_stage,$(1))) $(call lib_of,db))))
	@echo "  link  $$@"
	@$$(FUZZ_CC) -fsanitize=fuzzer,$$(FUZZ_SAN) $$^ $$(LIBS_$(call fuzz_stage,$(1))) $$(LIBS_DB) $$(LIBS_COMMON) -o $$@
endef
$(foreach f,$(notdir $(FUZZ_BINS)),$(eval $(call FUZZ_RULE,$(f))))
fuzz-bins: $(FUZZ_BINS)
fuzz: ## run every fuzz target for FUZZ_RUNS inputs
	@scripts/deps.sh build test
	@$(MAKE) --no-print-directory -j$$(nproc) fuzz-bins
	@tests/fuzz.sh $(BUILD)/fuzz $(FUZZ_RUNS)

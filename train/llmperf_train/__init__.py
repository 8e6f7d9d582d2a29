"""Trains and judges models of OpenCL kernel times; writes the model folders that `llmperf predict` loads."""

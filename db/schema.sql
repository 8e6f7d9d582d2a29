-- The campaign database, schema version 5. One file holds one campaign. Units are in the names.
-- Applied in one transaction by db_open(); PRAGMA user_version is set there.

CREATE TABLE device (
    id                  INTEGER PRIMARY KEY,
    platform            TEXT NOT NULL,
    name                TEXT NOT NULL,
    vendor              TEXT NOT NULL,
    version             TEXT NOT NULL,          -- CL_DEVICE_VERSION
    driver              TEXT NOT NULL,
    type                TEXT NOT NULL CHECK (type IN ('gpu', 'cpu', 'accelerator')),
    compute_units       INTEGER NOT NULL CHECK (compute_units > 0), -- NSM
    max_work_group      INTEGER NOT NULL,
    local_mem_bytes     INTEGER NOT NULL,
    global_mem_bytes    INTEGER NOT NULL,
    max_alloc_bytes     INTEGER NOT NULL,
    clock_mhz           INTEGER NOT NULL,
    fp64                INTEGER NOT NULL,
    advertised_resolution_ns INTEGER NOT NULL,  -- CL_DEVICE_PROFILING_TIMER_RESOLUTION
    tick_ns             INTEGER,                -- observed: gcd of null-kernel durations
    null_kernel_ns      INTEGER,                -- observed: median of null kernels, the floor
    enqueue_latency_ns  INTEGER,                -- observed: median QUEUED to START of null kernels
    UNIQUE (platform, name, version, driver)
) STRICT;

CREATE TABLE campaign (
    id           INTEGER PRIMARY KEY CHECK (id = 1),
    name         TEXT NOT NULL,
    config_json  TEXT NOT NULL,                 -- canonical JSON of the YAML
    config_path  TEXT NOT NULL,
    seed         INTEGER NOT NULL,
    plan_version INTEGER NOT NULL,
    plan_hash    TEXT,                          -- NULL until gen ran
    nsm          INTEGER,                       -- compute units the plan was made for
    tool_version TEXT NOT NULL
) STRICT;

CREATE TABLE kernel (
    id            INTEGER PRIMARY KEY,
    path          TEXT NOT NULL,                -- relative to the corpus folder it came from
    name          TEXT NOT NULL,                -- kernel function, '' when the whole file was skipped
    line          INTEGER NOT NULL,             -- of the kernel in its file
    hash          TEXT,                         -- of the normalised tokens, NULL when skipped before that
    family        TEXT,                         -- near-duplicates share it
    source        TEXT,                         -- normalised, self-contained
    std           TEXT,                         -- CL1.2 CL2.0 CL3.0
    dims          INTEGER NOT NULL,             -- 0 when unknown
    status        TEXT NOT NULL CHECK (status IN ('ok', 'skipped')),
    reason        TEXT,                         -- code from analyze/reason.c, NULL when ok
    detail        TEXT,                         -- where and what, one line
    pattern       TEXT,
    reqd_local    INTEGER NOT NULL DEFAULT 0,   -- reqd_work_group_size, 0 when free
    local_bytes   INTEGER NOT NULL DEFAULT 0,   -- static __local memory
    constraints   TEXT NOT NULL DEFAULT '[]',   -- JSON array of formulas that a launch must make non-zero
    guesses       TEXT,                         -- macros that were inferred so that the file parses, NAME=VALUE, one a line
    template      TEXT,                         -- of a synthesised kernel: those of one template are one family; NULL for others
    probe         TEXT,                         -- the source with its accesses checked, NULL when that could not be made
    probe_gap     TEXT,                         -- where the checks do not reach, FILE:LINE:COL: why; NULL: they reach everything
    held_out      INTEGER NOT NULL DEFAULT 0,   -- 1: never to be trained on, and neither are others of its family
    UNIQUE (path, name)
) STRICT;
CREATE INDEX kernel_hash ON kernel (hash);

CREATE TABLE argument (
    kernel_id  INTEGER NOT NULL REFERENCES kernel (id) ON DELETE CASCADE,
    idx        INTEGER NOT NULL,
    name       TEXT NOT NULL,
    kind       TEXT NOT NULL CHECK (kind IN ('buffer', 'constant', 'local', 'scalar', 'struct', 'image')),
    type       TEXT NOT NULL,                   -- element type
    elem_bytes INTEGER NOT NULL,
    access     TEXT NOT NULL CHECK (access IN ('r', 'w', 'rw', 'none')),
    pattern    TEXT,
    role       TEXT,                            -- scalars: bound stride offset tile trips shift pitch modulus coefficient probability seed flag unused
    content    TEXT,                            -- buffers: how contents must be made, e.g. 'index:x', NULL when free
    extent     TEXT,                            -- buffers, local: least element count, a formula
    domain     TEXT,                            -- scalars: JSON {"min":..,"max":..,"pow2":true,"eq":"local"}, NULL when free
    PRIMARY KEY (kernel_id, idx)
) STRICT, WITHOUT ROWID;

CREATE TABLE access (
    kernel_id  INTEGER NOT NULL REFERENCES kernel (id) ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    arg        INTEGER NOT NULL,
    line       INTEGER NOT NULL,                -- in the original file
    kind       TEXT NOT NULL CHECK (kind IN ('load', 'store', 'atomic')),
    index_expr TEXT NOT NULL,
    pattern    TEXT NOT NULL,
    lo         TEXT,                            -- formulas of the smallest and largest element index
    hi         TEXT,
    reason     TEXT,                            -- why it is opaque, NULL when bounded
    conditional INTEGER NOT NULL DEFAULT 0,     -- 1: data, or what is not followed, decides whether it happens
    PRIMARY KEY (kernel_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE feature (
    kernel_id INTEGER NOT NULL REFERENCES kernel (id) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    formula   TEXT NOT NULL,                    -- per work-item, evaluable for a launch
    PRIMARY KEY (kernel_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE sample (
    id          INTEGER PRIMARY KEY,
    kernel_id   INTEGER NOT NULL REFERENCES kernel (id) ON DELETE CASCADE,
    idx         INTEGER NOT NULL,               -- within the kernel
    strategy    TEXT NOT NULL CHECK (strategy IN ('memory-analysis', 'naive')),
    global_size INTEGER NOT NULL CHECK (global_size > 0),
    local_size  INTEGER NOT NULL CHECK (local_size > 0 AND global_size % local_size = 0),
    class       TEXT NOT NULL CHECK (class IN ('idle', 'under', 'saturated')), -- as planned, for the plan's NSM
    fill_seed   INTEGER NOT NULL,
    bytes       INTEGER NOT NULL,               -- of all buffers
    work        INTEGER NOT NULL DEFAULT 0,     -- estimated operations of the launch, 0 when unknown: heavy ones are timed last
    UNIQUE (kernel_id, idx)
) STRICT;

CREATE TABLE sample_arg (
    sample_id INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
    idx       INTEGER NOT NULL,
    elems     INTEGER,                          -- buffers, local memory
    value     TEXT,                             -- scalars: as text
    recipe    TEXT,                             -- buffers: how to fill (docs: formats)
    PRIMARY KEY (sample_id, idx)
) STRICT, WITHOUT ROWID;

-- Launches to probe a kernel with, planned by gen: small ones, run once before the kernel is timed on a device.
CREATE TABLE probe_sample (
    id          INTEGER PRIMARY KEY,
    kernel_id   INTEGER NOT NULL REFERENCES kernel (id) ON DELETE CASCADE,
    idx         INTEGER NOT NULL,               -- within the kernel
    global_size INTEGER NOT NULL CHECK (global_size > 0),
    local_size  INTEGER NOT NULL CHECK (local_size > 0 AND global_size % local_size = 0),
    fill_seed   INTEGER NOT NULL,
    bytes       INTEGER NOT NULL,               -- of all buffers
    args        TEXT NOT NULL,                  -- JSON array, {"elems":N|null,"value":TEXT|null,"recipe":TEXT|null} an argument
    UNIQUE (kernel_id, idx)
) STRICT;

-- What the probe of a kernel found on a device.
CREATE TABLE probe (
    kernel_id INTEGER NOT NULL REFERENCES kernel (id) ON DELETE CASCADE,
    device_id INTEGER NOT NULL REFERENCES device (id),
    status    TEXT NOT NULL CHECK (status IN ('clean', 'repaired', 'quarantined')),
    reason    TEXT CHECK ((reason IS NOT NULL) = (status = 'quarantined')),
    detail    TEXT,
    launches  INTEGER NOT NULL,
    version   INTEGER NOT NULL,                 -- of the probe that looked; an older one does not count
    PRIMARY KEY (kernel_id, device_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE probe_range (
    kernel_id INTEGER NOT NULL,
    device_id INTEGER NOT NULL,
    idx       INTEGER NOT NULL,                 -- of the probe_sample
    arg       INTEGER NOT NULL,
    elems     INTEGER NOT NULL,                 -- the length given, before any repair
    lo        INTEGER,                          -- smallest and largest element index seen, NULL: untouched
    hi        INTEGER CHECK ((lo IS NULL) = (hi IS NULL)),
    PRIMARY KEY (kernel_id, device_id, idx, arg),
    FOREIGN KEY (kernel_id, device_id) REFERENCES probe (kernel_id, device_id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Elements that a probe found missing: gen adds them to the value of the argument's extent.
CREATE TABLE repair (
    kernel_id INTEGER NOT NULL REFERENCES kernel (id) ON DELETE CASCADE,
    arg       INTEGER NOT NULL,
    elems     INTEGER NOT NULL CHECK (elems > 0),
    device_id INTEGER NOT NULL REFERENCES device (id), -- where it was seen
    PRIMARY KEY (kernel_id, arg)
) STRICT, WITHOUT ROWID;

CREATE TABLE timing (
    id            INTEGER PRIMARY KEY,
    sample_id     INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
    device_id     INTEGER NOT NULL REFERENCES device (id),
    policy        TEXT NOT NULL CHECK (policy IN ('warm', 'cold', 'retime')),
    class         TEXT NOT NULL CHECK (class IN ('idle', 'under', 'saturated')), -- by the device's NSM
    median_ns     INTEGER NOT NULL CHECK (median_ns > 0),
    mean_ns       REAL NOT NULL,
    min_ns        INTEGER NOT NULL,
    max_ns        INTEGER NOT NULL,
    ci_lo_ns      INTEGER NOT NULL,
    ci_hi_ns      INTEGER NOT NULL,
    reps          INTEGER NOT NULL,
    start_ns      TEXT NOT NULL,                -- JSON arrays of every repetition, START relative to the first
    end_ns        TEXT NOT NULL,
    flags         TEXT NOT NULL DEFAULT '',     -- space separated: noisy outliers drift bimodal
    epoch         INTEGER NOT NULL,
    run_id        INTEGER NOT NULL REFERENCES run (id),
    weight        REAL,                         -- balance: NULL until balanced, 0 = left out
    weight_reason TEXT,
    UNIQUE (sample_id, device_id, policy)
) STRICT;

CREATE TABLE failure (
    id        INTEGER PRIMARY KEY,
    sample_id INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
    device_id INTEGER NOT NULL REFERENCES device (id),
    run_id    INTEGER NOT NULL REFERENCES run (id),
    reason    TEXT NOT NULL,                    -- code from profile/reason.c
    detail    TEXT NOT NULL,
    UNIQUE (sample_id, device_id)
) STRICT;

-- The log of profiling runs: `llmperf db check` compares its counts with the rows above.
CREATE TABLE run (
    id        INTEGER PRIMARY KEY,
    device_id INTEGER NOT NULL REFERENCES device (id),
    started   TEXT NOT NULL,                    -- UTC, ISO 8601
    shard     TEXT NOT NULL DEFAULT '0/1',
    planned   INTEGER NOT NULL,
    timed     INTEGER NOT NULL DEFAULT 0,
    failed    INTEGER NOT NULL DEFAULT 0,
    wall_ns   INTEGER NOT NULL DEFAULT 0,
    busy_ns   INTEGER NOT NULL DEFAULT 0,       -- device time inside kernels
    ended     TEXT                              -- NULL when it was killed
) STRICT;

CREATE TABLE sentinel (
    run_id  INTEGER NOT NULL REFERENCES run (id),
    seq     INTEGER NOT NULL,
    epoch   INTEGER NOT NULL,
    name    TEXT NOT NULL CHECK (name IN ('compute', 'bandwidth', 'latency')),
    at_ns   INTEGER NOT NULL,                   -- since the run started
    time_ns INTEGER NOT NULL,
    PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE split (
    family TEXT PRIMARY KEY,
    part   TEXT NOT NULL CHECK (part IN ('train', 'val', 'test', 'heldout'))
) STRICT, WITHOUT ROWID;

-- Bins of log time that hold fewer samples than the first quartile: what a further campaign should add.
CREATE TABLE wanted (
    device_id INTEGER NOT NULL REFERENCES device (id),
    bin       INTEGER NOT NULL,
    lo_ns     INTEGER NOT NULL,
    hi_ns     INTEGER NOT NULL,
    have      INTEGER NOT NULL,
    want      INTEGER NOT NULL,
    PRIMARY KEY (device_id, bin)
) STRICT, WITHOUT ROWID;

CREATE TABLE prediction (
    sample_id INTEGER NOT NULL REFERENCES sample (id) ON DELETE CASCADE,
    model     TEXT NOT NULL,
    median_ns REAL NOT NULL,
    lo_ns     REAL,
    hi_ns     REAL,
    PRIMARY KEY (sample_id, model)
) STRICT, WITHOUT ROWID;

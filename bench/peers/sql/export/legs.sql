SELECT slot, block_index, toString(role) AS role, {trader} AS trader, bracket_id AS sandwich FROM sandwich_legs FINAL ORDER BY slot, block_index

-- The retention settings of the operator, by group of tables, and when each was applied. Rows that an earlier, shorter
-- setting dropped do not come back with a longer one; `kept_since` takes that into account.
CREATE TABLE IF NOT EXISTS retention
(
    name       LowCardinality(String) COMMENT 'locks, transactions, swaps',
    days       UInt16,
    changed_at DateTime64(3, 'UTC') DEFAULT now64(3)
)
ENGINE = {{engine: ReplacingMergeTree}}
ORDER BY (name, changed_at);

-- The settings that the tables were created with.
INSERT INTO retention (name, days, changed_at)
VALUES ('locks', 4, toDateTime64(0, 3, 'UTC')), ('transactions', 8, toDateTime64(0, 3, 'UTC')), ('swaps', 35, toDateTime64(0, 3, 'UTC'));

-- Rows inserted at or after this time are still stored. A setting applies until the next one; meanwhile it dropped rows
-- older than its days.
CREATE OR REPLACE VIEW kept_since AS
SELECT name, max(until - toIntervalDay(days)) AS kept_since
FROM
(
    SELECT
        name, days,
        leadInFrame(changed_at, 1, now64(3, 'UTC')) OVER
        (
            PARTITION BY name ORDER BY changed_at ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING
        ) AS until
    FROM retention FINAL
)
GROUP BY name;

-- Parts are dropped whole where a partition is a few days: rewriting them to drop some rows costs more than keeping
-- those a little longer.
ALTER TABLE swaps_by_trader MODIFY SETTING ttl_only_drop_parts = 1;
ALTER TABLE pool_events MODIFY SETTING ttl_only_drop_parts = 1;
ALTER TABLE sandwiches MODIFY SETTING ttl_only_drop_parts = 1;
ALTER TABLE sandwich_legs MODIFY SETTING ttl_only_drop_parts = 1;
ALTER TABLE sandwich_legs_by_trader MODIFY SETTING ttl_only_drop_parts = 1;

-- The partitions of `signatures` are a month each (a lookup asks all of them), so its parts are rewritten: once a day
-- instead of every four hours.
ALTER TABLE signatures MODIFY SETTING merge_with_ttl_timeout = 86400;

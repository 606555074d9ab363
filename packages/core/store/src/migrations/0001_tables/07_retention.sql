-- The retention settings of the operator, by group of tables, and when each was applied. Rows that an earlier, shorter
-- setting dropped do not come back with a longer one; `kept_since` takes that into account.
CREATE TABLE IF NOT EXISTS retention
(
    name       LowCardinality(String) COMMENT 'locks, transactions, swaps',
    days       UInt16 COMMENT 'days that it is kept',
    changed_at DateTime64(3, 'UTC') DEFAULT now64(3) COMMENT 'when this was set'
)
ENGINE = {{engine: ReplacingMergeTree}}
ORDER BY (name, changed_at)
COMMENT 'how many days each kind of data is kept';

-- The settings that the tables are created with.
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

-- Partitions of the tables in which some part is newer, by its number, than anything that was written to its table.
SELECT DISTINCT table, partition_id
FROM system.parts
WHERE database = currentDatabase() AND active AND table IN
(
    SELECT table
    FROM system.parts
    WHERE database = currentDatabase() AND active
    GROUP BY table
    HAVING max(data_version) > max(max_block_number)
)
ORDER BY table, partition_id

-- Size of each table and its growth per day: its bytes divided by the time between the first and the last insertion in
-- its parts, at least an hour. Insertion times follow from the TTL times; tables without a TTL use those of `slots`. With
-- it the server's host and the space on the disks that hold the tables: the same in each row.
WITH
    maxIf(delete_ttl_info_max, delete_ttl_info_max > toDateTime(0)) AS last_end,
    minIf(delete_ttl_info_min, delete_ttl_info_min > toDateTime(0)) AS first_end,
    if(last_end > first_end, dateDiff('second', first_end, last_end), {seconds_of_slots:UInt32}) AS seconds,
    (
        SELECT (sum(free_space), sum(total_space))
        FROM system.disks
        WHERE name IN (SELECT disk_name FROM system.parts WHERE active AND database = currentDatabase())
    ) AS space
SELECT
    table,
    sum(bytes_on_disk),
    toUInt64(sum(bytes_on_disk) * 86400 / greatest(seconds, 3600)),
    count(),
    toUInt64(max(parts_of_partition)),
    hostName(),
    space.1,
    space.2
FROM
(
    SELECT *, count() OVER (PARTITION BY table, partition_id) AS parts_of_partition
    FROM system.parts
    WHERE active AND database = currentDatabase()
)
GROUP BY table
ORDER BY sum(bytes_on_disk) DESC

-- Free and total space on the disks that hold the tables.
SELECT sum(free_space), sum(total_space)
FROM system.disks
WHERE name IN (SELECT disk_name FROM system.parts WHERE active AND database = currentDatabase())

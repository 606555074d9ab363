-- An operation of BACKUP or RESTORE. The server keeps its own operations since its start, some hundred at most.
SELECT
    toString(status) AS status, error, query_id, uncompressed_size AS bytes, files_read, bytes_read,
    toString(cityHash64(status, num_files, total_size, num_entries, uncompressed_size, files_read, bytes_read)) AS progress
FROM system.backups
WHERE id = {id:String}

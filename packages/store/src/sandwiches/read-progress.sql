-- How far detection is: the slot up to which it was done, and the older slots that were written since.
SELECT
    (SELECT count() FROM detection_progress) AS known,
    (SELECT max(slot) FROM detection_progress FINAL) AS done_to,
    (SELECT count() FROM slots WHERE content != 'entries_only') AS stored,
    (SELECT min(slot) FROM slots WHERE content != 'entries_only') AS first_slot,
    (SELECT max(slot) FROM slots WHERE content != 'entries_only') AS last_slot,
    since.1 AS written_since, since.2 AS written_from, since.3 AS written_to
FROM
(
    SELECT (count(), min(slot), max(slot)) AS since
    FROM slots
    WHERE content != 'entries_only' AND slot <= (SELECT max(slot) FROM detection_progress FINAL)
        AND inserted_at >= (SELECT max(updated_at) FROM detection_progress FINAL) - INTERVAL 60 SECOND
)

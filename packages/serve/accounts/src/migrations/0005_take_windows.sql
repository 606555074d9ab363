-- As before, and in half the statements: every request takes windows, and each statement of a function costs it CPU time.
-- Takes one request out of each of these windows, or, where one is full, out of none. The arrays have one element for
-- each window; no window twice; without any array nothing is taken, and nothing told. In the answer `used` and `ends_at` are those of the windows after it, in their order;
-- of one that has not begun 0, and the end it would have if it began now.
-- Exact among any number of callers: it decides under locks of all its windows, which every call takes in one order,
-- and makes rows, in that order too, before it holds any. Raises serialization_failure, rarely: then to be called again.
CREATE OR REPLACE FUNCTION tickscope.take_windows(
  names text[], subjects text[], limits integer[], lengths integer[], given_now timestamptz,
  OUT taken_at timestamptz, OUT is_allowed boolean, OUT used integer[], OUT ends_at timestamptz[]
)
LANGUAGE plpgsql
AS $$
DECLARE
  asked CONSTANT integer := cardinality(names);
  found_rows integer;
BEGIN
  IF names IS NULL THEN
    RETURN;
  END IF;
  -- First without a lock: a window that is full stays full to its end, so this refusal is right, and a flood that is
  -- refused neither writes nor waits. The callers' clocks have milliseconds: an end that is told is the end.
  taken_at := coalesce(given_now, date_trunc('milliseconds', clock_timestamp()));
  SELECT count(w.name), array_agg(coalesce(w.used, 0) ORDER BY a.position),
    array_agg(coalesce(w.ends_at, '-infinity') ORDER BY a.position)
  INTO found_rows, used, ends_at
  FROM unnest(names, subjects, lengths) WITH ORDINALITY AS a (name, subject, seconds, position)
  LEFT JOIN tickscope.rate_windows AS w
    ON w.name = a.name AND w.subject = a.subject AND w.seconds = a.seconds;

  FOR round IN 1..2 LOOP
    is_allowed := true;
    FOR at IN 1..asked LOOP
      IF ends_at[at] <= taken_at THEN
        used[at] := 0;
        ends_at[at] := taken_at + make_interval(secs => lengths[at]);
      ELSIF used[at] >= limits[at] THEN
        is_allowed := false;
      END IF;
    END LOOP;
    EXIT WHEN round = 2 OR NOT is_allowed OR asked = 0;

    IF found_rows < asked THEN
      INSERT INTO tickscope.rate_windows (name, subject, seconds, used, ends_at)
      SELECT a.name, a.subject, a.seconds, 0, '-infinity'
      FROM unnest(names, subjects, lengths) AS a (name, subject, seconds)
      ORDER BY a.name, a.subject, a.seconds
      ON CONFLICT DO NOTHING;
    END IF;
    SELECT count(*), array_agg(locked.used ORDER BY locked.position),
      array_agg(locked.ends_at ORDER BY locked.position)
    INTO found_rows, used, ends_at
    FROM (
      SELECT a.position, w.used, w.ends_at
      FROM unnest(names, subjects, lengths) WITH ORDINALITY AS a (name, subject, seconds, position)
      JOIN tickscope.rate_windows AS w
        ON w.name = a.name AND w.subject = a.subject AND w.seconds = a.seconds
      ORDER BY a.name, a.subject, a.seconds
      FOR NO KEY UPDATE OF w
    ) AS locked;
    -- One that cleans has deleted a row since it was seen. To make it now, under locks, could be to wait in a circle.
    IF found_rows < asked THEN
      RAISE EXCEPTION 'windows were deleted as they were taken' USING ERRCODE = 'serialization_failure';
    END IF;
    -- Whoever waited for the locks decides by the time at which it has them.
    taken_at := coalesce(given_now, date_trunc('milliseconds', clock_timestamp()));
  END LOOP;

  IF is_allowed AND asked > 0 THEN
    UPDATE tickscope.rate_windows AS w
    SET used = a.used + 1, ends_at = a.ends_at
    FROM unnest(names, subjects, lengths, take_windows.used, take_windows.ends_at)
      AS a (name, subject, seconds, used, ends_at)
    WHERE w.name = a.name AND w.subject = a.subject AND w.seconds = a.seconds;
    FOR at IN 1..asked LOOP
      used[at] := used[at] + 1;
    END LOOP;
  END IF;
END
$$;

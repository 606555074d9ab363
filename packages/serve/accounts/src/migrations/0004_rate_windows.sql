-- Requests counted in fixed windows. Unlogged: nothing is written ahead, and a commit waits for no disk. What a crash
-- or a failover to a standby loses, it forgives: every window begins anew. After a clean restart it is all there.
CREATE UNLOGGED TABLE tickscope.rate_windows (
  name    text NOT NULL,
  subject text NOT NULL,
  -- Its length, in the key: a plan that changes it begins another window.
  seconds integer NOT NULL,
  used    integer NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (name, subject, seconds)
) WITH (fillfactor = 70); -- Room on each page for the next count, which then touches no index.

CREATE INDEX rate_windows_end ON tickscope.rate_windows (ends_at);

-- Takes one request out of each of these windows, or, where one is full, out of none. The arrays have one element for
-- each window; no window twice. In the answer `used` and `ends_at` are those of the windows after it, in their order;
-- of one that has not begun 0, and the end it would have if it began now.
-- Exact among any number of callers: it decides under locks of all its windows, which every call takes in one order.
CREATE FUNCTION tickscope.take_windows(
  names text[], subjects text[], limits integer[], lengths integer[], given_now timestamptz,
  OUT taken_at timestamptz, OUT is_allowed boolean, OUT used integer[], OUT ends_at timestamptz[]
)
LANGUAGE plpgsql
AS $$
DECLARE
  asked record;
BEGIN
  -- First without a lock: a window that is full stays full to its end, so this refusal is right, and a flood that is
  -- refused neither writes nor waits.
  FOR round IN 1..2 LOOP
    -- The callers' clocks have milliseconds: an end that is told is the end. Read anew under the locks.
    taken_at := coalesce(given_now, date_trunc('milliseconds', clock_timestamp()));
    SELECT
      coalesce(bool_and(coalesce(w.used, 0) < a.most), true),
      array_agg(coalesce(w.used, 0) ORDER BY a.position),
      array_agg(coalesce(w.ends_at, taken_at + make_interval(secs => a.seconds)) ORDER BY a.position)
    INTO is_allowed, used, ends_at
    FROM unnest(names, subjects, limits, lengths) WITH ORDINALITY AS a (name, subject, most, seconds, position)
    LEFT JOIN tickscope.rate_windows AS w
      ON w.name = a.name AND w.subject = a.subject AND w.seconds = a.seconds AND w.ends_at > taken_at;
    EXIT WHEN round = 2 OR NOT is_allowed;

    FOR asked IN
      SELECT a.name, a.subject, a.seconds FROM unnest(names, subjects, lengths) AS a (name, subject, seconds)
      ORDER BY 1, 2, 3
    LOOP
      LOOP
        PERFORM FROM tickscope.rate_windows AS w
        WHERE w.name = asked.name AND w.subject = asked.subject AND w.seconds = asked.seconds
        FOR NO KEY UPDATE;
        EXIT WHEN FOUND;
        -- Another may insert it first, and one that cleans delete it before it is locked: hence the loop.
        INSERT INTO tickscope.rate_windows (name, subject, seconds, used, ends_at)
        VALUES (asked.name, asked.subject, asked.seconds, 0, '-infinity')
        ON CONFLICT DO NOTHING;
      END LOOP;
    END LOOP;
  END LOOP;

  IF is_allowed THEN
    UPDATE tickscope.rate_windows AS w
    SET used = a.used + 1, ends_at = a.ends_at
    FROM unnest(names, subjects, lengths, take_windows.used, take_windows.ends_at)
      AS a (name, subject, seconds, used, ends_at)
    WHERE w.name = a.name AND w.subject = a.subject AND w.seconds = a.seconds;
    used := ARRAY(SELECT u + 1 FROM unnest(used) WITH ORDINALITY AS t (u, position) ORDER BY position);
  END IF;
END
$$;

-- A database may have taken this default away. Without rights on the table it is good for nothing.
GRANT EXECUTE ON FUNCTION tickscope.take_windows TO PUBLIC;

-- The states of some jobs, for requests that wait for a change. $1 ids. By the primary key.
SELECT id, state FROM tickscope.jobs WHERE id = ANY($1::uuid[])

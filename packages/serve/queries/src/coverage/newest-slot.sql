-- The newest slot with a block, of any content. Of each part its first and last key: no rows are read.
SELECT max(slot) FROM slots

-- The tables of pg-boss held the ids of startable jobs a second time. tickscope.jobs alone says which may start.
DROP SCHEMA IF EXISTS tickscope_queue CASCADE;

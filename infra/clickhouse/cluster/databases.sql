-- NOT RUN HERE. On every server, before `tickscope migrate`: databases whose tables the replicas of a shard share. `migrate`
-- sees that they are replicated, and makes replicated tables. {shard} and {replica} are the macros of cluster.xml.
CREATE DATABASE IF NOT EXISTS tickscope ENGINE = Replicated('/clickhouse/databases/tickscope/{shard}', '{shard}', '{replica}');
CREATE DATABASE IF NOT EXISTS tickscope_local ENGINE = Replicated('/clickhouse/databases/tickscope_local/{shard}', '{shard}', '{replica}');

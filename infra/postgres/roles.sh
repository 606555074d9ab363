#!/bin/sh
# Run once by the image of Postgres, as its superuser, on an empty volume. Makes the two users of Tickscope, as those of the
# embedded server are: `owner` has the database and changes tables (`tickscope migrate`), `app` reads and writes rows. No
# program has the superuser, who could read files of the machine and start programs on it.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --set=owner_password="$OWNER_PASSWORD" --set=app_password="$APP_PASSWORD" <<'SQL'
CREATE ROLE owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'owner_password';
CREATE ROLE app LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION PASSWORD :'app_password';
ALTER ROLE owner SET log_error_verbosity = 'terse';
ALTER ROLE app SET log_error_verbosity = 'terse';
CREATE DATABASE tickscope OWNER owner;
REVOKE ALL ON DATABASE tickscope FROM PUBLIC;
GRANT CONNECT ON DATABASE tickscope TO app;
SQL

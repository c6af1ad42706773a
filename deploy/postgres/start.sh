#!/bin/sh
# Starts one of the two PostgreSQL servers of deploy/compose.yaml, NAME. The server that PRIMARY names accepts writes, and a commit waits until
# STANDBY, the other one, has it on its disk. A server without data that is not the primary copies it first, and then follows it.
set -eu

if [ "$NAME" = "$PRIMARY" ]; then
  # The scripts of the image make user and database before there is a standby that they could wait for.
  export PGOPTIONS='-c synchronous_commit=local'
  standby="\"$STANDBY\""
else
  standby=''
  if [ -s "$PGDATA/PG_VERSION" ] && [ ! -f "$PGDATA/standby.signal" ]; then
    echo "$NAME was a primary. If it still is: set DB_PRIMARY=$NAME. Else remove its volume: it copies $PRIMARY." >&2
    exit 1
  fi
  PGPASSWORD=$(cat "$POSTGRES_PASSWORD_FILE")
  export PGPASSWORD
  until [ -s "$PGDATA/PG_VERSION" ]; do
    rm -rf "${PGDATA:?}"/*
    pg_basebackup -d "host=$PRIMARY user=$POSTGRES_USER" -D "$PGDATA" -R -X stream -c fast || sleep 2
  done
fi
# A standby reports by its cluster_name. One that was away for less than a gigabyte of the log catches up without a new copy.
exec docker-entrypoint.sh postgres -c "cluster_name=$NAME" -c "synchronous_standby_names=$standby" -c wal_keep_size=1GB

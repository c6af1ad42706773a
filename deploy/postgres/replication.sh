#!/bin/sh
# Lets the standby follow the primary; the image runs it once, when it makes the database.
set -eu
echo "host replication $POSTGRES_USER all scram-sha-256" >> "$PGDATA/pg_hba.conf"

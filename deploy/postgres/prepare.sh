#!/bin/sh
# Creates the password of the database, and the URL for Vitrine, in deploy/postgres/secrets. Existing files are kept.
#
#   sh deploy/postgres/prepare.sh
#
# Requires openssl.
set -eu
umask 077
cd "$(dirname "$0")"
mkdir -p secrets
cd secrets
if [ ! -f password ]; then
  openssl rand -hex 24 > password
fi
# All containers are in one network of this machine. For servers on others, add their certificates, and use sslmode=verify-full.
printf 'postgres://vitrine:%s@db-1,db-2/vitrine?sslmode=disable\n' "$(cat password)" > url
# Containers read these files as other users; the folder blocks all other access.
chmod 644 password url

#!/bin/sh
# Creates the secrets for deploy/compose.opensearch.yaml in deploy/opensearch/secrets: certificates of the nodes and of an administrator,
# and the password of Vitrine's user with its hash. Existing files are kept.
#
#   sh deploy/opensearch/prepare.sh
#
# Requires openssl, and docker for the hash, or both PASSWORD and PASSWORD_HASH (bcrypt).
set -eu
umask 077
cd "$(dirname "$0")"
days=825
image=opensearchproject/opensearch:3.5.0
mkdir -p secrets
cd secrets

if [ ! -f ca.pem ]; then
  openssl req -x509 -newkey rsa:3072 -nodes -sha256 -days 3650 -subj '/O=vitrine/OU=ca/CN=vitrine-ca' \
    -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign,cRLSign' \
    -keyout ca-key.pem -out ca.pem
fi

# name, unit, alternative names
certificate() {
  if [ -f "$1.pem" ]; then return; fi
  openssl req -newkey rsa:3072 -nodes -sha256 -subj "/O=vitrine/OU=$2/CN=$1" -keyout "$1-key.pem" -out "$1.csr"
  {
    echo 'basicConstraints=critical,CA:FALSE'
    echo 'keyUsage=critical,digitalSignature,keyEncipherment'
    echo 'extendedKeyUsage=serverAuth,clientAuth'
    if [ -n "$3" ]; then echo "subjectAltName=$3"; fi
  } > "$1.ext"
  openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca-key.pem -CAcreateserial -sha256 -days "$days" \
    -extfile "$1.ext" -out "$1.pem"
  rm "$1.csr" "$1.ext"
}
for node in search-1 search-2 search-3; do
  certificate "$node" nodes "DNS:$node,DNS:localhost,IP:127.0.0.1"
done
certificate admin admins ''

if [ ! -f internal_users.yml ]; then
  password=${PASSWORD:-$(openssl rand -hex 24)}
  hash=${PASSWORD_HASH:-$(docker run --rm "$image" bash plugins/opensearch-security/tools/hash.sh -p "$password" | tail -n 1)}
  case $hash in
    '$2'*) ;;
    *) echo "No bcrypt hash of the password was made: $hash" >&2; exit 1 ;;
  esac
  printf '%s\n' "$password" > vitrine-password
  printf '_meta:\n  type: internalusers\n  config_version: 2\nvitrine:\n  hash: "%s"\n  reserved: true\n' "$hash" > internal_users.yml
fi

# Containers read these files as other users; the folder blocks all other access.
chmod 644 ./*.pem internal_users.yml vitrine-password
chmod 600 ca-key.pem admin-key.pem

/** What `vitrine --help` prints. */
export const help = `vitrine [command] [options]

  serve                                  run the service (the default command)
  projects create ID [--name --currency] | list | delete ID --yes
  keys create --project ID --scopes A,B [--kind web|server --name --expires --rate --origins --filter --price-lists] | list [--project ID] | revoke ID
  import FILE --project ID [--format ndjson|csv|xml] [--mode replace|update|replaceAll] [--layout NAME] [--encoding NAME] [--decimal point|comma]
         [--mapping JSON|FILE] [--preview] [--rejected FILE] [--allow-rejected]
                                         add and replace items, change fields of existing ones, or replace the whole catalog in one
                                         step (with --allow-rejected, although lines are rejected); - reads stdin;
                                         --rejected writes the rejected lines to a file, to be mended
  connect ADDRESS --project ID [--schedule off|hour|6_hours|day] [--yes]
                                         read the catalog of a shop from its address: shows what was found, stores it as a feed
                                         and reads it, again each day
  import-history FILE --project ID [--format vitrine|ga4|orders] [--end-now]
                                         import past searches, lists and events, GA4's export to BigQuery, or orders in CSV; --end-now moves all
                                         times so that the last one is now; - reads stdin
  export --project ID [--out FILE]       export all items as NDJSON
  convert FILE ... --from SYSTEM --out FOLDER
                                         convert exported files of algolia, meilisearch, typesense, elasticsearch,
                                         opensearch, gorse or recombee to files for import, settings and rules
  pull DIR --project ID                  write the settings, rules, collections and placements of a project as files
  apply DIR [--project ID --dry-run --prune --message TEXT]
                                         make the project as the files say, in one version; --dry-run only shows the
                                         changes, --prune removes what the files do not have
  demo                                   load the demo shop
  password reset [--password-stdin]      set a new password for the console and end its sessions
  backup [NAME]                          back up all data to backups/NAME in the data folder
  backup list [WHERE]                    list the backups in WHERE: a folder or s3://bucket/prefix (VITRINE_BACKUP_TO)
  backup verify [WHERE] [--temp DIR]     restore drill: restore the newest backup in WHERE to a temporary folder, start
                                         a service on it, and compare its items, events and searches
  restore WHERE [--data DIR]             restore a backup, or the newest in WHERE, to an empty data folder
  doctor [FOLDER]                        check the data folder of a stopped service with its environment, or a backup, without
                                         changing it; with --url, a running service
  doctor --site ADDRESS [--project ID]   check the script tag on a page of a shop, its key, the page's policy, feeds and
                                         events
  migrate --from PLACE --to PLACE [--data DIR]  copy the data of a stopped service between two of embedded (the folder),
                                         postgres and opensearch; needs their environment variables
  cluster prepare                        create the tables of a service in PostgreSQL
  cluster repair [--yes]                 list stuck shards of OpenSearch; --yes restarts them

  --data DIR          the folder of a stopped service (VITRINE_DATA, ./data)
  --url URL --key KEY a running service, with a key that has the scope admin
  --json              one JSON document on stdout
  --help, --version

  Exit status: 0 success, 1 failure, 2 invalid usage.
`;

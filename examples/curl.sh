#!/usr/bin/env bash
# The five calls of the integration API, and two that tell what became of candidates, with nothing but curl:
#   BOARDWALK_URL=https://jobs.example.com/api BOARDWALK_API_KEY=bwk_… bash curl.sh
set -euo pipefail

# call METHOD PATH [MORE]. The key goes to curl on standard input, because a list of processes shows arguments.
call() {
  curl --silent --show-error --fail-with-body --request "$1" "$BOARDWALK_URL$2" \
    --header @- --header 'content-type: application/json' "${@:3}" <<<"x-api-key: $BOARDWALK_API_KEY"
  echo
}

echo '# Create. The job is public at once, unless it has "status": "UNPUBLISHED".'
call POST /job --data '{"job": {"id": "CURL/1", "title": "Comptable", "description": "<p>Vous tenez les comptes.</p>",
  "city": ["Rabat", "Salé"], "country": "Maroc", "contractType": "CDI"}}'

echo '# Update: send only what changes; null clears a field. In a path, encode the id: CURL/1 is CURL%2F1.'
call PUT /job/CURL%2F1 --data '{"job": {"minSalary": 9000, "maxSalary": 12000, "displaySalary": true}}'

echo '# Link your ids to jobs that the board already has. This board has no job 999999.'
call POST /job/link --data '{"links": [{"platformJobId": 999999, "externalJobId": "CURL/2"}]}'

echo '# Candidates after a date. Next time, send the header x-synced-through of this answer as since, and synced=true.'
call GET '/job/CURL%2F1/candidates?since=2026-01-01T00:00:00Z' --include

echo '# Candidates of all jobs, also those with a new status or erased data. With wait=20, an empty list waits for the first.'
call GET '/candidates?since=2026-01-01T00:00:00Z&changes=true' --include

echo '# Tell the board what became of a candidate. This board has no candidate 5f0c.'
call PUT /candidates --data '{"candidates": [{"id": "5f0c", "status": "HIRED"}]}'

echo '# Unpublish. The board keeps the data.'
call DELETE /job/CURL%2F1

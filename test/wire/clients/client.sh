#!/bin/sh
# A client of the service by curl and openssl: prints a line for each check, and ends with 1 where one fails.
IFS=: read -r consumer token secret <<KEY
$SVC_API_KEY
KEY
base=$SVC_URL/api/2.0
failed=0

# The OAuth header of a request: plain, unquoted and unescaped, or HMAC-SHA1 over sorted, encoded pairs ($3).
plain() { printf 'OAuth oauth_signature=&%s,oauth_token=%s,oauth_consumer_key=%s,oauth_signature_method=PLAINTEXT,oauth_timestamp=%s,oauth_nonce=%s' \
  "$secret" "$token" "$consumer" "$(date +%s)" "$(openssl rand -hex 8)"; }
hmac() {
  time=$(date +%s) nonce=$(openssl rand -hex 8)
  pairs=$(printf '%s\n' "oauth_consumer_key=$consumer" "oauth_nonce=$nonce" oauth_signature_method=HMAC-SHA1 \
    "oauth_timestamp=$time" "oauth_token=$token" $3 | LC_ALL=C sort | paste -sd '&' -)
  signature=$(printf '%s&%s&%s' "$1" "$(encode "$2")" "$(encode "$pairs")" |
    openssl dgst -sha1 -hmac "&$secret" -binary | openssl base64)
  printf 'OAuth realm="a, b", oauth_consumer_key="%s", oauth_nonce="%s", oauth_signature="%s", oauth_signature_method="HMAC-SHA1", oauth_timestamp="%s", oauth_token="%s"' \
    "$consumer" "$nonce" "$(encode "$signature")" "$time" "$token"
}
encode() { printf %s "$1" | sed 's/%/%25/g; s/=/%3D/g; s/&/%26/g; s/+/%2B/g; s,/,%2F,g; s/:/%3A/g'; }

# check NAME STATUS TEXT curl-arguments...: the status, and a text that the answer holds.
check() {
  name=$1 status=$2 text=$3
  shift 3
  answer=$(curl -sS -w '\n%{http_code}' "$@" 2>&1)
  if [ "${answer##*
}" = "$status" ] && printf %s "$answer" | grep -qF -- "$text"; then
    echo "ok $name"
  else
    echo "WRONG $name: $answer"
    failed=1
  fi
}

check 'the version needs no key' 200 2.0 "$SVC_URL/api/version/" -H 'Authorization: OAuth nonsense'
check 'the version without a slash' 301 '' "$SVC_URL/api/version"
check 'a list' 200 gpu-01 -H "Authorization: $(plain)" "$base/machines/"
check 'a list, its path encoded and its slashes doubled' 200 gpu-01 -H "Authorization: $(plain)" "$SVC_URL//api/2.0/%6dachines//"
check 'allocate, urlencoded' 200 '"hostname":"gpu-01"' -H "Authorization: $(plain)" \
  -d name=gpu-01 --data-urlencode 'comment=a & b' -d dry_run=yes "$base/machines/op-allocate"
check 'allocate, multipart' 200 '"hostname":"gpu-01"' -H "Authorization: $(plain)" \
  -F name=gpu-01 -F 'comment=a & b' -F dry_run=t "$base/machines/?op=allocate"
check 'allocate, op in the form' 200 '"hostname":"gpu-01"' -H "Authorization: $(plain)" \
  -d op=allocate -d name=gpu-01 -d dry_run=1 "$base/machines/"
check 'allocate, op in the form, base64' 200 '"hostname":"gpu-01"' -H "Authorization: $(plain)" \
  -F 'op=allocate' -F 'name=gpu-01;encoder=base64' -F 'dry_run=true;encoder=quoted-printable' "$base/machines/"
check 'HMAC-SHA1 of a GET' 200 gpu-01 -H "Authorization: $(hmac GET "$base/machines/" hostname=gpu-01)" \
  "$base/machines/?hostname=gpu-01"
check 'HMAC-SHA1 of a urlencoded POST' 200 '"hostname":"gpu-01"' \
  -H "Authorization: $(hmac POST "$base/machines/op-allocate" 'dry_run=true name=gpu-01')" \
  -d name=gpu-01 -d dry_run=true "$base/machines/op-allocate"
check 'HMAC-SHA1 of a multipart POST' 200 '"hostname":"gpu-01"' \
  -H "Authorization: $(hmac POST "$base/machines/op-allocate" 'dry_run=true name=gpu-01')" \
  -F name=gpu-01 -F dry_run=true "$base/machines/op-allocate"
check 'HMAC-SHA1 of other fields' 401 'invalid signature' \
  -H "Authorization: $(hmac POST "$base/machines/op-allocate" 'dry_run=true name=gpu-02')" \
  -d name=gpu-01 -d dry_run=true "$base/machines/op-allocate"
check 'the key in the query' 200 gpu-01 \
  "$base/machines/?oauth_signature=%26$secret&oauth_token=$token&oauth_consumer_key=$consumer&oauth_signature_method=PLAINTEXT&oauth_timestamp=$(date +%s)&oauth_nonce=$(openssl rand -hex 8)"
check 'JSON' 415 application/json -H "Authorization: $(plain)" -H 'Content-Type: application/json' \
  -d '{"name":"gpu-01"}' "$base/machines/op-allocate"
check 'JSON that is declared urlencoded' 400 name=value -H "Authorization: $(plain)" -d '{"name":"gpu-01"}' \
  "$base/machines/op-allocate"
check 'a foreign host' 403 evil.example -H 'Host: evil.example' "$SVC_URL/api/version/"
check 'a foreign page' 403 evil.example -H 'Origin: http://evil.example' -X POST "${SVC_URL%/*}/_sandbox/reset"
check 'the control endpoint' 200 gpu-01 -H 'X-Sandbox-Control: 1' "${SVC_URL%/*}/_sandbox/requests?last=5"
exit $failed

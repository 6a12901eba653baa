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
  # Live services indent their JSON.
  answer=$(curl -sS -w '\n%{http_code}' "$@" 2>&1 | sed 's/": /":/g')
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

# What the documents do not describe, with fields of every alphabet.
words='größer, "quoted" + 100 % & 日本 🙂'
json='größer, \"quoted\" + 100 % & 日本 🙂'
encoded='gr%C3%B6%C3%9Fer%2C%20%22quoted%22%20%2B%20100%20%25%20%26%20%E6%97%A5%E6%9C%AC%20%F0%9F%99%82'
key() { printf 'Authorization: %s' "$(plain)"; }

check 'create a tag, urlencoded' 200 '"name":"sh-tag"' -H "$(key)" -d name=sh-tag --data-urlencode "comment=$words" "$base/tags/"
check 'it is read as it was sent' 200 "$json" -H "$(key)" "$base/tags/sh-tag/"
check 'create a zone, multipart' 200 "$json" -H "$(key)" -F name=sh-zone -F "description=$words" "$base/zones/"
check 'update it, op in the query' 400 'op=nosuch' -H "$(key)" -X PUT -F description=b "$base/zones/sh-zone/?op=nosuch"
check 'update it in base64' 200 "$json" -H "$(key)" -X PUT -F "description=$words;encoder=base64" "$base/zones/sh-zone/"
check 'HMAC-SHA1 of a PUT' 200 "$json" -X PUT --data-urlencode "description=$words" "$base/zones/sh-zone/" \
  -H "Authorization: $(hmac PUT "$base/zones/sh-zone/" "description=$encoded")"
check 'HMAC-SHA1 of a PUT without its form' 200 '"description":"c"' -X PUT -d description=c "$base/zones/sh-zone/" \
  -H "Authorization: $(hmac PUT "$base/zones/sh-zone/" '')"
check 'delete the zone' 204 '' -H "$(key)" -X DELETE "$base/zones/sh-zone/"
check 'create a subnet in chunks' 200 '"cidr":"10.96.1.0/24"' -H "$(key)" -H 'Transfer-Encoding: chunked' \
  -d cidr=10.96.1.0/24 -d gateway_ip=10.96.1.1 "$base/subnets/"
check 'read it by its CIDR' 200 '"gateway_ip":"10.96.1.1"' -H "$(key)" "$base/subnets/10.96.1.0%2F24/"
check 'its statistics' 200 '"num_available"' -H "$(key)" "$base/subnets/10.96.1.0%2F24/?op=statistics"
check 'delete it' 204 '' -H "$(key)" -X DELETE "$base/subnets/10.96.1.0%2F24/"
check 'find a machine' 200 '"hostname":"gpu-01"' -H "$(key)" "$base/machines/?hostname=gpu-01"
machine=$(printf %s "$answer" | grep -o '"system_id":"[a-z0-9]*"' | head -n 1 | cut -d'"' -f4)
check 'add an interface' 200 '"mac_address":"52:54:00:96:00:01"' -H "$(key)" -F mac_address=52:54:00:96:00:01 -F name=sh0 \
  -F op=create_physical "$base/nodes/$machine/interfaces/"
check 'tag it, op in the form' 200 '"up"' -H "$(key)" -d op=add_tag -d tag=up "$base/nodes/$machine/interfaces/sh0/"
check 'delete it by its name' 204 '' -H "$(key)" -X DELETE "$base/nodes/$machine/interfaces/sh0/"
check 'a blank layout' 200 '"hostname":"gpu-01"' -H "$(key)" -d storage_layout=blank "$base/machines/$machine/op-set_storage_layout"
check 'a partition' 200 '"bootable":true' -H "$(key)" -d size=1000000000 -d bootable=on "$base/nodes/$machine/blockdevices/sda/partitions/"
partition=$(printf %s "$answer" | grep -o '/partition/[0-9]*' | head -n 1)
device=$(printf %s "$answer" | grep -o '"device_id":[0-9]*' | head -n 1 | cut -d: -f2)
check 'format it, op in the form' 200 '"fstype":"ext4"' -H "$(key)" -F op=format -F fstype=ext4 \
  "$base/nodes/$machine/blockdevices/$device$partition"
check 'delete it' 204 '' -H "$(key)" -X DELETE "$base/nodes/$machine/blockdevices/$device$partition"
check 'create a user' 200 '"username":"sh-user"' -H "$(key)" -F username=sh-user -F email=a@example.com -F "password=$words" \
  -F is_superuser=0 "$base/users/"
check 'the keys of users' 200 sh-user -H 'X-Sandbox-Control: 1' "${SVC_URL%/*}/_sandbox/keys"
check 'a body that waits to be asked for' 200 '"name":"sh-wait"' -H "$(key)" -H 'Expect: 100-continue' --expect100-timeout 60 \
  -d name=sh-wait "$base/tags/"
check 'another expectation' 417 '' -H "$(key)" -H 'Expect: nothing' -d name=sh-other "$base/tags/"
head -c 12000000 /dev/zero > "${TMPDIR:-/tmp}/svc-client.$$"
check 'a large body that waits to be asked for' 413 larger -H "$(key)" -H 'Expect: 100-continue' \
  -F "file=@${TMPDIR:-/tmp}/svc-client.$$" -F filename=large "$base/files/"
rm -f "${TMPDIR:-/tmp}/svc-client.$$"
connects=$(curl -sS -o /dev/null -o /dev/null -o /dev/null -w '%{num_connects} ' "$SVC_URL/api/version/" "$base/no/" "$base/version/")
[ "$connects" = '1 0 0 ' ] && echo 'ok a connection is kept' || { echo "WRONG a connection is kept: $connects"; failed=1; }
exit $failed

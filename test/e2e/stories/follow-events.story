# What is new, as it comes; Ctrl-C ends it, with 130.
$ last=$(svc events query --limit 1 -o json --query 'events[0].id'); "$SVC_NODE" "$SVC_LAUNCHER" events query --follow --after "$last" --poll-interval 200ms --columns HOST,TYPE > events & svc machines lock app-01 -q -o name >/dev/null; until grep -q Locked events; do sleep 0.1; done; kill -INT $!; wait $!; echo "ended with $?"; cat events
ended with 130
HOST              TYPE
app-01            Locked

# A reader that goes away ends it in silence, at the next event.
$ (sleep 1; svc machines unlock app-01 -q -o name >/dev/null) & svc events query --follow --poll-interval 200ms -o ndjson | head -1 | cut -c1-12; wait
{"username":

$ svc events query --all -o json --query 'length(events) > `10`'
true

$ svc events query --limit 1500 -o json --query 'events[-1].type'
"Ready"

# By time: relative, or local unless it has a zone.
$ svc events list --since 1h --hostname app-01 -o json --query 'length(events) > `2`'
true

$ svc events query --since 2020-01-01 --until 2020-01-02T10:00Z -o name

$ svc events query --until 2020 -o name
! svc: --until takes a time, not '2020'
! hint: such as 1h (ago), 2026-11-23T10:00 (local time), 2026-11-23T10:00Z or 10:00 (today)
! usage: svc events query [options]
? 2

$ svc events query --follow --before 3
! svc: --follow and --before cannot be combined
! usage: svc events query [options]
? 2

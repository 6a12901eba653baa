# A newcomer looks at the fleet.
$ svc machines list --sort NAME --columns NAME,STATUS,POWER | head -3

$ svc machines get nosuch

$ svc machines lst

$ svc machines list --tgs x

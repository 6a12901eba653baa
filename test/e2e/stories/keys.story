# Without a key nothing is asked that needs one.
$ unset SVC_API_KEY; svc machines list
! svc: no API key for $SVC_URL
! hint: a profile's key is sent to its own service only; set SVC_API_KEY or run: svc login NAME URL
? 4

$ unset SVC_API_KEY; svc version get --columns API,VERSION
API      2.0
VERSION  3.4.10-sandbox

# Secrets are for those who ask for them.
$ svc config set hvmgr_password hunter2 --dry-run --columns FIELDS
FIELDS
name=hvmgr_password,value=********
! masked: hvmgr_password; --show-secrets shows secrets
! dry run: not sent

# answers documented
$ svc config set hvmgr_password hunter2; svc config get hvmgr_password
********
! config set hvmgr_password: done
! masked: hvmgr_password; --show-secrets shows secrets

# answers deployed
$ svc config set vcenter_password hunter2; svc config get vcenter_password
********
! config set vcenter_password: done
! masked: vcenter_password; --show-secrets shows secrets

# The wide table of the items says what each is for.
# answers documented
$ svc config list -o wide | grep default_dns_ttl
default_dns_ttl                            30            Default time-to-live of DNS records
! masked: hvmgr_password; --show-secrets shows secrets

# answers deployed
$ svc config list -o wide | grep default_dns_ttl
default_dns_ttl                            30            Default time-to-live of DNS records
! masked: vcenter_password; --show-secrets shows secrets

# An empty value says so.
# answers documented
$ svc config set ntp_servers '' > saved; svc config get ntp_servers
! config set ntp_servers: done
! config get: the answer is empty

# answers deployed
$ svc config get ntp_servers -o json
""

$ svc license-keys get windows win2022; svc license-keys get windows win2022 --show-secrets --columns KEY
OS      windows
SERIES  win2022
KEY     ********
KEY  AAAAA-BBBBB-CCCCC-DDDDD-EEEEE
! masked: license_key; --show-secrets shows secrets

$ svc config get metal_name 2>&1 | head -1
svc: the service has no configuration item 'metal_name' (GET /svc/op-get_config -> 400)

$ svc tokens list --columns TOKEN --no-header | head -1
********
! masked: token; --show-secrets shows secrets

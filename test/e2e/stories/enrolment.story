# Mistakes of a list are found all at once, before anything is sent.
$ printf 'hostname,mac_address,zone\nrack7-01,52:54:00:77:00:01,north\n' > bad.csv; svc machines create --from bad.csv
! svc: bad.csv:1:10: unknown field 'mac_address' of machines create; did you mean mac_addresses?
!   bad.csv:1:22: create does not take 'zone': svc machines update sets it afterwards
! usage: svc machines create --architecture <string> --mac-addresses <string> [options]
? 2

$ printf 'hostname;mac_addresses;commission\na;52:54:00:77:00:0x;maybe\na;52:54:00:77:00:01\nb;;yes\n' | svc machines create --from -
! svc: -:2:1: architecture is required
!   -:2:1: mac_addresses takes MAC addresses such as 52:54:00:aa:bb:01, not '52:54:00:77:00:0x'
!   -:2:21: commission takes true or false, not 'maybe'
!   -:3:1: the row has 2 cells, but there are 3 columns
!   -:4:1: architecture is required
!   -:4:1: mac_addresses is required
! usage: svc machines create --architecture <string> --mac-addresses <string> [options]
? 2

# A rack from a spreadsheet.
$ printf '\357\273\277hostname;mac_addresses;architecture;power_type;power_parameters.power_address;power_parameters.power_pass;commission\r\nrack7-01;52:54:00:77:00:01 52:54:00:77:00:02;amd64/generic;ipmi;10.0.7.1;hunter2;no\r\n\r\nrack7-02;52:54:00:77:00:03;amd64/generic;ipmi;10.0.7.2;hunter2;no\r\n' > rack7.csv

$ svc machines create --from rack7.csv --dry-run --columns FIELDS
FIELDS
hostname=rack7-01,mac_addresses=52:54:00:77:00:01,mac_addresses=52:54:00:77:00:02,architecture=amd64/generic,power_type=ipmi,power_parameters_power_address=10.0.7.1,power_parameters_power_pass=********,commission=false
hostname=rack7-02,mac_addresses=52:54:00:77:00:03,architecture=amd64/generic,power_type=ipmi,power_parameters_power_address=10.0.7.2,power_parameters_power_pass=********,commission=false
! masked: power_parameters_power_pass; --show-secrets shows secrets
! dry run: 2 requests, none sent

$ svc machines create --from rack7.csv --columns NAME,OK,STATUS
NAME      OK   STATUS
rack7-01  yes  New
rack7-02  yes  New

# The second run does the rest.
$ printf 'rack7-03;52:54:00:77:00:04;amd64/generic;manual;;;no\nrack7-01;52:54:00:77:00:05;amd64/generic;manual;;;no\n' > more.csv; (head -1 rack7.csv; tail -1 rack7.csv; cat more.csv) | svc machines create --from - --columns NAME,OK,STATUS
NAME      OK   STATUS
rack7-02  yes  New
rack7-03  yes  New
rack7-01  yes  New
! 2 of 3 machines exist and are left alone: rack7-02, rack7-01
! warning: machines with the same host name but other MAC addresses: rack7-01

# What the service refuses has a row as well.
$ printf -- '- {hostname: bad_name, mac_addresses: "52:54:00:77:00:06"}\n- {hostname: rack7-04, mac_addresses: "52:54:00:77:00:07"}\n' | svc machines create --from - --architecture amd64/generic --no-commission --columns NAME,OK,STATUS,ERROR
NAME      OK   STATUS  ERROR
bad_name  no   -       hostname: Enter a valid host name: letters, digits and hyphens.
rack7-04  yes  New     -
! svc: machines create: 1 of 2 failed
!   failed: bad_name
? 10

$ printf 'mac_addresses,hostname,parent\n52:54:00:77:01:01,pdu7,web-01\n52:54:00:77:01:02,pdu8,web-01\n' | svc devices create --from - -o csv --columns NAME,OK
NAME,OK
pdu7,true
pdu8,true

# Completion of svc for fish, written from the catalogue of operations.
#
# For this shell:     svc completion fish | source
# For every shell:    svc completion install fish
# It asks svc for names of machines and other objects alone.

# What the service that was used last describes beyond the documents, as svc keeps it in its cache.
function __svc_learned
    set -l cache $HOME/.cache/svc
    test -n "$XDG_CACHE_HOME"; and set cache $XDG_CACHE_HOME/svc
    test -n "$SVC_CACHE_DIR"; and set cache $SVC_CACHE_DIR
    test -f "$cache/completion" -a -O "$cache/completion"; or return 1
    read -l name <"$cache/completion"
    set -l file words
    test $argv[1] != alias -a "$argv[2]" != -; and set file words-(string replace -r ' .*' '' -- "$argv[2]")
    string match -qr '^[A-Za-z0-9._-]+$' -- "$name$file"; or return 1
    set file "$cache/descriptions/$name/$file"
    test -f "$file" -a -O "$file"; or return 1
    set -l found 1
    while read -l line
        set -l parts (string split \t -- $line)
        test "$parts[1]" = "$argv[1]" -a "$parts[2]" = "$argv[2]"; or continue
        set found 0
        switch $argv[1]
            case alias
                echo $parts[3]
            case value
                if string match -q '<*' -- $parts[3]
                    echo $parts[3]
                else
                    string split ' ' -- $parts[3]
                end
            case '*'
                printf '%s\t%s\n' $parts[3] "$parts[4]"
        end
    end <"$file"
    return $found
end

# The operator's aliases; the names in their file are plain words.
function __svc_aliases
    set -l folder $HOME/.config/svc
    test -n "$XDG_CONFIG_HOME"; and set folder $XDG_CONFIG_HOME/svc
    test -n "$SVC_CONFIG_DIR"; and set folder $SVC_CONFIG_DIR
    test -f "$folder/aliases" -a -O "$folder/aliases"; or return 1
    while read -l name text
        string match -qr '^[A-Za-z0-9._-]+$' -- "$name"; and test -n "$text"
        and printf '%s\tsvc %s\n' $name "$text"
    end <"$folder/aliases"
end

function __svc_roots
    printf '%s\t%s\n' login 'Store a profile: the address of a service and an API key' logout 'Remove a profile and its key' profiles 'Manage stored profiles' alias 'Manage aliases for command lines' doctor 'Find out why svc does not work, and how to mend it' operations 'List every operation of the service and its command' describe 'Show what the service offers, documented or not' completion 'Complete commands and names in bash, zsh and fish' api 'Send any signed request' export 'Export objects of the service as a file for svc apply' schema 'Write the JSON Schema of the files of svc apply' plan 'Show what svc apply would change' apply 'Change the service to match files' claims 'Show and release machines held as a set' inventory 'Print a dynamic inventory for Ansible' ssh-config 'Write ssh configuration for machines that accept logins' status 'Show the fleet on one page: what needs somebody, what goes on' top 'Watch and operate the fleet on a full screen' sandbox 'Run the embedded service, an emulator of the API' machines 'Enlist, commission, allocate, deploy and release machines' devices 'Manage devices (nodes that are not provisioned)' nodes 'View nodes of every type' tokens 'Manage your API keys' sshkeys 'Manage your SSH keys' sslkeys 'Manage your SSL keys' boot-resources 'Import, upload and delete boot images' boot-sources 'Manage where boot images come from' boot-source-selections 'Select the images of a boot source' commissioning-scripts 'Manage commissioning scripts (deprecated)' dhcp-snippets 'Manage DHCP snippets (deprecated)' discovery 'View, clear and scan for neighbours on the networks' dnsresource-records 'Manage DNS resource records' dnsresources 'Manage DNS resources' domains 'Manage DNS domains' events 'Read and follow the event log' fabrics 'Manage fabrics' vlans 'Manage the VLANs of a fabric' files 'Store, read and delete files' installation-results 'Read commissioning results' ipaddresses 'List, reserve and release IP addresses' ipranges 'Manage IP ranges' license-keys 'Manage license keys of operating systems' config 'Read and change the service\'s configuration' networks 'Manage networks (deprecated)' bcache-cache-sets 'Manage the bcache cache sets of a machine' bcaches 'Manage the bcache devices of a machine' block-devices 'List and create the block devices of a machine' partitions 'Show, tag, format and delete partitions' version 'Show the service\'s API version' help 'Show help on a command or a topic'
end

function __svc_root
    switch "$argv[1]"
        case machine
            echo machines
        case device
            echo devices
        case node
            echo nodes
        case token
            echo tokens
        case sshkey
            echo sshkeys
        case ssh-keys
            echo sshkeys
        case ssh-key
            echo sshkeys
        case sslkey
            echo sslkeys
        case ssl-keys
            echo sslkeys
        case ssl-key
            echo sslkeys
        case boot-resource
            echo boot-resources
        case boot-source
            echo boot-sources
        case boot-source-selection
            echo boot-source-selections
        case commissioning-script
            echo commissioning-scripts
        case dhcp-snippet
            echo dhcp-snippets
        case discoveries
            echo discovery
        case dnsresource-record
            echo dnsresource-records
        case dnsresource
            echo dnsresources
        case domain
            echo domains
        case event
            echo events
        case fabric
            echo fabrics
        case vlan
            echo vlans
        case file
            echo files
        case installation-result
            echo installation-results
        case ipaddress
            echo ipaddresses
        case ip-addresses
            echo ipaddresses
        case ip-address
            echo ipaddresses
        case iprange
            echo ipranges
        case ip-ranges
            echo ipranges
        case ip-range
            echo ipranges
        case license-key
            echo license-keys
        case configuration
            echo config
        case network
            echo networks
        case bcache-cache-set
            echo bcache-cache-sets
        case bcache
            echo bcaches
        case block-device
            echo block-devices
        case blockdevices
            echo block-devices
        case blockdevice
            echo block-devices
        case partition
            echo partitions
        case '*'
            __svc_learned alias $argv[1]; or echo $argv[1]
    end
end

function __svc_verbs
    switch "$argv[1]"
        case ''
            __svc_roots
            __svc_aliases
            __svc_programs
        case profiles
            printf '%s\t%s\n' current 'Print the name of the profile in use' env 'Print a profile as shell variables, including its key' list 'List the stored profiles' remove 'Remove a stored profile' rename 'Rename a profile' set 'Change settings of a profile' show 'Show a profile without its key' use 'Make a profile the one in use'
        case alias
            printf '%s\t%s\n' list 'List your aliases and their expansions' remove 'Remove aliases' set 'Define an alias for a command line'
        case completion
            printf '%s\t%s\n' bash 'Print the completion script of bash' fish 'Print the completion script of fish' install 'Install the completion script where the shell looks for it' uninstall 'Remove the completion scripts that svc has installed' zsh 'Print the completion script of zsh'
        case claims
            printf '%s\t%s\n' list 'List claims and the status of their machines' release 'Release every machine of a claim' show 'Show the machines of a claim'
        case sandbox
            printf '%s\t%s\n' exec 'Run a command with a temporary sandbox' faults 'List, add or clear faults while the sandbox runs' requests 'Show the last requests of the running sandbox' reset 'Reset the running sandbox to its seed' start 'Run the embedded service, an emulator of the API' status 'Show the running sandbox' stop 'Stop the running sandbox and wait until it has ended'
        case machines
            printf '%s\t%s\n' abort 'Abort what the machine is doing' accept 'Accept enlisted machines so that they can be commissioned' accept-all 'Accept every enlisted machine' add-chassis 'Enlist the machines of a chassis' allocate 'Acquire a machine that matches all constraints' clear-default-gateways 'Let the service choose the default gateways again' clone 'Copy a machine\'s interfaces or storage onto others' commission 'Commission a machine' create 'Create a machine, or enlist one if you are not an administrator' delete 'Delete a machine' deploy 'Deploy an operating system' describe 'Show everything about a machine on one page' details 'Show hardware details as XML by kind (lshw, lldp)' exit-rescue-mode 'Leave rescue mode' get 'Show a machine' get-curtin-config 'Show the installer configuration' get-token 'Show the machine\'s own API token' is-registered 'Check whether a machine with this MAC address is registered' issues 'List machines that need attention, with age and reason' list 'List machines' list-allocated 'List the machines allocated to you' lock 'Lock a machine against changes' mark-broken 'Mark a machine as broken, releasing it first' mark-fixed 'Mark a broken machine as fixed' mount-special 'Mount a file system that needs no block device' override-failed-testing 'Put a machine whose tests failed back into use' power-off 'Turn a machine off' power-on 'Turn a machine on' power-parameters 'Show power parameters, including secrets' power-parameters-many 'Show the power parameters of several machines in one request' query-power-state 'Ask the power controller for the power state' release 'Release a machine, and erase its disks if asked to' release-many 'Release several machines, all or none' rescue-mode 'Boot into rescue mode' restore-default-configuration 'Restore the default network and storage' restore-networking-configuration 'Restore the default network configuration' restore-storage-configuration 'Restore the default storage configuration' set-owner-data 'Set key=value owner data' set-storage-layout 'Replace the storage layout' set-workload-annotations 'Add, change or remove annotations' set-zone 'Move machines to a physical zone' ssh 'Log in to a machine by ssh, or run a command on several' test 'Test a machine\'s hardware' unlock 'Unlock a machine' unmount-special 'Unmount a special file system' update 'Change a machine' wait 'Wait until machines reach a status' why 'Explain why a machine failed: its state, events and scripts'
        case devices
            printf '%s\t%s\n' create 'Create a device' delete 'Delete a device' describe 'Show everything about a device on one page' details 'Show hardware details as XML by kind (lshw, lldp)' get 'Show a device' is-registered 'Check whether a node with this MAC address is registered' list 'List devices' power-parameters 'Show power parameters, including secrets' restore-default-configuration 'Restore the default configuration' restore-networking-configuration 'Restore the default network configuration' set-owner-data 'Set key=value owner data' set-workload-annotations 'Add, change or remove annotations' set-zone 'Move devices to a physical zone' update 'Change a device'
        case nodes
            printf '%s\t%s\n' delete 'Delete a node' describe 'Show everything about a node on one page' details 'Show hardware details as XML by kind (lshw, lldp)' get 'Show a node' is-registered 'Check whether a node with this MAC address is registered' list 'List nodes of every type' power-parameters 'Show power parameters, including secrets' set-zone 'Move nodes to a physical zone'
        case tokens
            printf '%s\t%s\n' create 'Create an API key of your own' delete 'Delete one of your API keys and its consumer' list 'List your API keys' rename 'Rename one of your API keys'
        case sshkeys
            printf '%s\t%s\n' create 'Add an SSH key of your own' delete 'Delete one of your SSH keys' get 'Show an SSH key' import 'Import the SSH keys of a user of a code-hosting service' list 'List your SSH keys'
        case sslkeys
            printf '%s\t%s\n' create 'Add an SSL key of your own' delete 'Delete one of your SSL keys' get 'Show one of your SSL keys' list 'List your SSL keys'
        case boot-resources
            printf '%s\t%s\n' create 'Create a boot resource, whose file is uploaded afterwards' delete 'Delete a boot resource' get 'Show a boot resource with its sets and files' import 'Start the import of boot images' is-importing 'Show whether boot images are being imported' list 'List boot resources' stop-import 'Stop the import of boot images' upload 'Upload a boot image, or resume an upload' upload-chunk 'Append one chunk to a boot resource\'s file'
        case boot-sources
            printf '%s\t%s\n' create 'Add a boot source' delete 'Delete a boot source' get 'Show a boot source' list 'List boot sources' update 'Change a boot source'
        case boot-source-selections
            printf '%s\t%s\n' create 'Select images of a boot source' delete 'Delete a selection' get 'Show a selection' list 'List the selections of a boot source' update 'Change a selection'
        case commissioning-scripts
            printf '%s\t%s\n' create 'Add a commissioning script' delete 'Delete a commissioning script' get 'Show a commissioning script' list 'List commissioning scripts' update 'Replace a commissioning script'
        case dhcp-snippets
            printf '%s\t%s\n' create 'Create a DHCP snippet' delete 'Delete a DHCP snippet and its history' get 'Show a DHCP snippet with its history' list 'List DHCP snippets' revert 'Return to an earlier value of a DHCP snippet' update 'Change a DHCP snippet'
        case discovery
            printf '%s\t%s\n' by-unknown-ip 'List discoveries with an unknown IP address' by-unknown-ip-and-mac 'List discoveries with unknown IP and MAC addresses' by-unknown-mac 'List discoveries with an unknown MAC address' clear 'Clear discoveries of the given kinds' clear-by-mac-and-ip 'Clear one discovery and its reverse DNS entries' get 'Show a discovery' list 'List discovered devices, last seen first' scan 'Scan networks for neighbours, in the background'
        case dnsresource-records
            printf '%s\t%s\n' create 'Create a DNS resource record' delete 'Delete a DNS resource record' get 'Show a DNS resource record' list 'List DNS resource records' update 'Change a DNS resource record'
        case dnsresources
            printf '%s\t%s\n' create 'Create a DNS resource' delete 'Delete a DNS resource' get 'Show a DNS resource' list 'List DNS resources' update 'Change a DNS resource'
        case domains
            printf '%s\t%s\n' create 'Create a domain' delete 'Delete a domain' get 'Show a domain' list 'List domains' set-default 'Make a domain the default one' set-serial 'Set the SOA serial that all DNS zones use next' update 'Change a domain'
        case events
            printf '%s\t%s\n' query 'Show events, newest first'
        case fabrics
            printf '%s\t%s\n' create 'Create a fabric' delete 'Delete a fabric' get 'Show a fabric with its VLANs' list 'List fabrics' update 'Change a fabric'
        case vlans
            printf '%s\t%s\n' create 'Create a VLAN on a fabric' delete 'Delete a VLAN' get 'Show a VLAN' list 'List the VLANs of a fabric' update 'Change a VLAN'
        case files
            printf '%s\t%s\n' create 'Store a file' delete 'Delete a file' delete-by-query 'Delete a file, its name in the query' get 'Print the content of a file' get-by-key 'Print the content of a file by its key' get-by-query 'Print the content of a file, its name in the query' list 'List files by name, without their content'
        case installation-results
            printf '%s\t%s\n' list 'List commissioning results of the nodes you can see'
        case ipaddresses
            printf '%s\t%s\n' list 'List reserved IP addresses' release 'Release a reserved IP address' reserve 'Reserve an IP address'
        case ipranges
            printf '%s\t%s\n' create 'Create an IP range' delete 'Delete an IP range' get 'Show an IP range' list 'List IP ranges' update 'Change an IP range'
        case license-keys
            printf '%s\t%s\n' create 'Add a license key' delete 'Delete a license key' get 'Show a license key' list 'List license keys' update 'Change a license key'
        case config
            printf '%s\t%s\n' describe 'Explain configuration items: meaning, type, values, limits' get 'Show the value of a configuration item' list 'Show every configuration item with its value' set 'Set a configuration item'
        case networks
            printf '%s\t%s\n' connect-macs 'Connect MAC addresses to a network' create 'Create a network' delete 'Delete a network' disconnect-macs 'Disconnect MAC addresses from a network' get 'Show a network' list 'List networks' list-connected-macs 'List the MAC addresses connected to a network' update 'Change a network'
        case bcache-cache-sets
            printf '%s\t%s\n' create 'Create a bcache cache set' delete 'Delete a bcache cache set' get 'Show a bcache cache set' list 'List the bcache cache sets of a machine' update 'Change the device of a bcache cache set'
        case bcaches
            printf '%s\t%s\n' create 'Create a bcache device' delete 'Delete a bcache device' get 'Show a bcache device' list 'List the bcache devices of a machine' update 'Change a bcache device'
        case block-devices
            printf '%s\t%s\n' create 'Create a physical block device' list 'List the block devices of a machine'
        case partitions
            printf '%s\t%s\n' add-tag 'Add a tag to a partition' delete 'Delete a partition' format 'Format a partition' get 'Show a partition'
        case version
            printf '%s\t%s\n' get 'Show the versions of the API and of the service'
        case help
            printf '%s\t%s\n' login 'Store a profile: the address of a service and an API key' logout 'Remove a profile and its key' profiles 'Manage stored profiles' alias 'Manage aliases for command lines' doctor 'Find out why svc does not work, and how to mend it' operations 'List every operation of the service and its command' describe 'Show what the service offers, documented or not' completion 'Complete commands and names in bash, zsh and fish' api 'Send any signed request' export 'Export objects of the service as a file for svc apply' schema 'Write the JSON Schema of the files of svc apply' plan 'Show what svc apply would change' apply 'Change the service to match files' claims 'Show and release machines held as a set' inventory 'Print a dynamic inventory for Ansible' ssh-config 'Write ssh configuration for machines that accept logins' status 'Show the fleet on one page: what needs somebody, what goes on' top 'Watch and operate the fleet on a full screen' sandbox 'Run the embedded service, an emulator of the API' machines 'Enlist, commission, allocate, deploy and release machines' devices 'Manage devices (nodes that are not provisioned)' nodes 'View nodes of every type' tokens 'Manage your API keys' sshkeys 'Manage your SSH keys' sslkeys 'Manage your SSL keys' boot-resources 'Import, upload and delete boot images' boot-sources 'Manage where boot images come from' boot-source-selections 'Select the images of a boot source' commissioning-scripts 'Manage commissioning scripts (deprecated)' dhcp-snippets 'Manage DHCP snippets (deprecated)' discovery 'View, clear and scan for neighbours on the networks' dnsresource-records 'Manage DNS resource records' dnsresources 'Manage DNS resources' domains 'Manage DNS domains' events 'Read and follow the event log' fabrics 'Manage fabrics' vlans 'Manage the VLANs of a fabric' files 'Store, read and delete files' installation-results 'Read commissioning results' ipaddresses 'List, reserve and release IP addresses' ipranges 'Manage IP ranges' license-keys 'Manage license keys of operating systems' config 'Read and change the service\'s configuration' networks 'Manage networks (deprecated)' bcache-cache-sets 'Manage the bcache cache sets of a machine' bcaches 'Manage the bcache devices of a machine' block-devices 'List and create the block devices of a machine' partitions 'Show, tag, format and delete partitions' version 'Show the service\'s API version' environment 'Environment variables, profiles and precedence' exit-codes 'Exit codes, for programs' output 'Output formats, columns and filters' values 'Statuses, configuration items, and lists of values'
    end
    __svc_learned verb (test -n "$argv[1]"; and echo $argv[1]; or echo -)
end

# A = marks an option that takes a value, and a ! a global one that the command refuses.
function __svc_options
    switch "$argv[1]"
        case global
            printf '%s\t%s\n' --profile= 'use this profile' -p= 'use this profile' --url= 'address of the service, such as http://host:5240/SVC' --api-key-file= 'read the API key from a file' --api-key-stdin 'read the API key from standard input' --output= 'output format' -o= 'output format' --columns= 'columns of the table: headers or paths into the JSON' --sort= 'sort rows by a column; -column for descending' --no-header 'omit the header of a table' --query= 'filter the JSON answer by a JMESPath expression' --show-secrets 'show secrets in answers instead of masking them' --quiet 'suppress progress and notes' -q 'suppress progress and notes' --verbose 'print more on standard error' -v 'print more on standard error' --debug 'show requests and answers on standard error, secrets redacted' --curl 'print the equivalent curl command and send nothing' --timeout= 'timeout until an answer begins and between its parts' --retries= 'how many times a request is retried' --ca-cert= 'trust this certificate authority (PEM)' --insecure 'do not verify the service\'s certificate' --signature= 'OAuth signature method' --addressing= 'address operations as /op-name or ?op=name' --yes 'answer yes to every question' -y 'answer yes to every question' --no-color 'no colours' --no-pager 'do not send long output to a pager' --config-dir= 'folder of profiles and aliases' --help 'show help' -h 'show help' --version 'show the version of svc' -V 'show the version of svc'
        case 'login'
            printf '%s\t%s\n' --no-check 'store the profile without checking its key' --force 'replace a profile of the same name' !--curl ''
        case 'logout'
            printf '%s\t%s\n' --revoke 'also delete the key at the service' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl ''
        case 'doctor'
            printf '%s\t%s\n' !--show-secrets '' !--curl '' !--retries ''
        case 'operations'
            printf '%s\t%s\n' --all 'include operations that the service describes beyond the documents' !--show-secrets '' !--curl ''
        case 'describe'
            printf '%s\t%s\n' --refresh 'ask the service again instead of using the cache' !--show-secrets '' !--curl ''
        case 'api'
            printf '%s\t%s\n' --field= 'parameter, sent as typed' -f= 'parameter, sent as typed' --form= 'parameter from a file, as a file part' -F= 'parameter from a file, as a file part' --input= 'send this file as the body; - for standard input' --include 'print status and headers before the body'
        case 'export'
            printf '%s\t%s\n' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl ''
        case 'schema'
            printf '%s\t%s\n' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl ''
        case 'plan'
            printf '%s\t%s\n' --prune 'delete objects missing from the files, of the kinds they list' --save= 'write the plan to this file' --exit-code 'exit with 14 if something would change' --replace-failed 'claims: release failed machines and allocate others' --keep= 'claims: never release this machine; repeat for several' !--show-secrets '' !--curl ''
        case 'apply'
            printf '%s\t%s\n' --prune 'delete objects missing from the files, of the kinds they list' --plan= 'carry out this saved plan' --parallel= 'maximum number of changes at once' --fail-fast 'start no more changes after the first failure' --replace-failed 'claims: release failed machines and allocate others' --keep= 'claims: never release this machine; repeat for several' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' !--show-secrets '' !--curl ''
        case 'inventory'
            printf '%s\t%s\n' --list 'print the whole inventory (default)' --host= 'print the variables of one host' --all 'include machines that accept no logins, without an address' --where= 'only machines that match these list filters' --login-name= 'log in as this user; default: the user of the image' -l= 'log in as this user; default: the user of the image' --address= 'use this address, or one in this network, subnet or interface' --family= 'use only addresses of this family' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl ''
        case 'ssh-config'
            printf '%s\t%s\n' --file= 'write to this file, for an Include, instead of standard output' --prefix= 'prefix of each alias, such as lab-' --where= 'only machines that match these list filters' --login-name= 'log in as this user; default: the user of the image' -l= 'log in as this user; default: the user of the image' --address= 'use this address, or one in this network, subnet or interface' --family= 'use only addresses of this family' --jump= 'connect through this host, or several separated by commas' -J= 'connect through this host, or several separated by commas' --identity= 'private key file' -i= 'private key file' --port= 'port of the ssh server' !--curl ''
        case 'status'
            printf '%s\t%s\n' --pool= 'only machines of these resource pools' --zone= 'only machines of these zones' --tags= 'only machines that have all of these tags' --mine 'only machines that you own' --owner= 'only machines owned by one of these users' --where= 'only machines that match these list filters' --watch 'keep watching: redraw on a terminal, elsewhere print changes' -w 'keep watching: redraw on a terminal, elsewhere print changes' --poll-interval= 'poll at this interval' !--curl ''
        case 'top'
            printf '%s\t%s\n' --pool= 'only machines of these resource pools' --zone= 'only machines of these zones' --tags= 'only machines that have all of these tags' --mine 'only machines that you own' --owner= 'only machines owned by one of these users' --where= 'only machines that match these list filters' --interval= 'read the machines at this interval' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--verbose '' !-v '' !--debug '' !--curl '' !--yes '' !-y ''
        case 'profiles list'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'profiles ls'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'profiles use'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'profiles show'
            printf '%s\t%s\n' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'profiles current'
            printf '%s\t%s\n' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'profiles env'
            printf '%s\t%s\n' !--url '' !--api-key-file '' !--api-key-stdin '' !--columns '' !--sort '' !--no-header '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'profiles rename'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'profiles remove'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'profiles rm'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'profiles set'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'alias list'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'alias ls'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'alias set'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'alias remove'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'alias rm'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'completion bash'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'completion zsh'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'completion fish'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'completion install'
            printf '%s\t%s\n' --dry-run 'show where it would be written, without writing it' --force 'replace a file that is not svc\'s' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'completion uninstall'
            printf '%s\t%s\n' --dry-run 'show what would be removed and remove nothing' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'claims list'
            printf '%s\t%s\n' !--curl ''
        case 'claims ls'
            printf '%s\t%s\n' !--curl ''
        case 'claims show'
            printf '%s\t%s\n' !--curl ''
        case 'claims release'
            printf '%s\t%s\n' --wait 'wait until the machines can be allocated again' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' !--curl ''
        case 'sandbox start'
            printf '%s\t%s\n' --port= 'port; 0 picks a free one' --host= 'address to listen on' --segment= 'the service\'s name segment in paths' --machines= 'size of the fleet, up to 10000' --seed= 'the same seed gives the same fleet' --speed= 'run simulated time this many times faster' --instant 'operations take no time' --record= 'add each request and its answer to this file as JSON lines' --allow-host= 'another host name that clients use' --answers= 'answer like the documents, or like deployed services' --fault= 'inject a fault, such as errors=0.1 or fail=deploy' --state= 'keep the state in this file, and resume from it' --detach 'run in the background' --print-key 'print the administrator\'s API key, and nothing else' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'sandbox exec'
            printf '%s\t%s\n' --segment= 'the service\'s name segment in paths' --machines= 'size of the fleet, up to 10000' --seed= 'the same seed gives the same fleet' --speed= 'run simulated time this many times faster' --instant 'operations take no time' --record= 'add each request and its answer to this file as JSON lines' --allow-host= 'another host name that clients use' --answers= 'answer like the documents, or like deployed services' --fault= 'inject a fault, such as errors=0.1 or fail=deploy' --env= 'more variables for the command, by prefix or name' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'sandbox status'
            printf '%s\t%s\n' --print-key 'print the administrator\'s API key, and nothing else' --user= 'the key of this user instead, with --print-key' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'sandbox stop'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--output '' !-o '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'sandbox reset'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'sandbox requests'
            printf '%s\t%s\n' --last= 'how many, up to 200' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'sandbox faults'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'machines list'
            printf '%s\t%s\n' --hostname= 'only nodes with this hostname; patterns such as \'web-*\' too' --cpu-count= 'only nodes with at least this number of CPUs' --mem= 'only nodes with at least this RAM in MiB' --mac-address= 'only the node that owns this MAC address' --id= 'only nodes with these system ids' --domain= 'only nodes in this domain' --zone= 'only nodes in this physical zone' --pool= 'only nodes in this resource pool' --agent-name= 'only nodes with this agent name' --fabrics= 'only nodes with interfaces in these fabrics' --not-fabrics= 'only nodes without interfaces in these fabrics' --vlans= 'only nodes with interfaces in these VLANs' --not-vlans= 'only nodes without interfaces in these VLANs' --subnets= 'only nodes with interfaces in these subnets' --not-subnets= 'only nodes without interfaces in these subnets' --link-speed= 'only nodes with an interface at least this fast' --status= 'only nodes with this status: value, name or number' --pod= 'only nodes that belong to this pod' --not-pod= 'only nodes that do not belong to this pod' --pod-type= 'only nodes that belong to a pod of this type' --not-pod-type= 'only nodes that do not belong to a pod of this type' --devices= 'only nodes with a matching hardware device' --watch 'keep watching: redraw on a terminal, elsewhere print changes' -w 'keep watching: redraw on a terminal, elsewhere print changes' --poll-interval= 'poll at this interval' --limit= 'show at most this many machines' --mine 'only machines that you own' --owner= 'only machines owned by one of these users' --tags= 'only machines that have all of these tags' --power= 'only machines in one of these power states' --os= 'only machines with one of these systems or releases, such as jammy' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines ls'
            printf '%s\t%s\n' --hostname= 'only nodes with this hostname; patterns such as \'web-*\' too' --cpu-count= 'only nodes with at least this number of CPUs' --mem= 'only nodes with at least this RAM in MiB' --mac-address= 'only the node that owns this MAC address' --id= 'only nodes with these system ids' --domain= 'only nodes in this domain' --zone= 'only nodes in this physical zone' --pool= 'only nodes in this resource pool' --agent-name= 'only nodes with this agent name' --fabrics= 'only nodes with interfaces in these fabrics' --not-fabrics= 'only nodes without interfaces in these fabrics' --vlans= 'only nodes with interfaces in these VLANs' --not-vlans= 'only nodes without interfaces in these VLANs' --subnets= 'only nodes with interfaces in these subnets' --not-subnets= 'only nodes without interfaces in these subnets' --link-speed= 'only nodes with an interface at least this fast' --status= 'only nodes with this status: value, name or number' --pod= 'only nodes that belong to this pod' --not-pod= 'only nodes that do not belong to this pod' --pod-type= 'only nodes that belong to a pod of this type' --not-pod-type= 'only nodes that do not belong to a pod of this type' --devices= 'only nodes with a matching hardware device' --watch 'keep watching: redraw on a terminal, elsewhere print changes' -w 'keep watching: redraw on a terminal, elsewhere print changes' --poll-interval= 'poll at this interval' --limit= 'show at most this many machines' --mine 'only machines that you own' --owner= 'only machines owned by one of these users' --tags= 'only machines that have all of these tags' --power= 'only machines in one of these power states' --os= 'only machines with one of these systems or releases, such as jammy' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines create'
            printf '%s\t%s\n' --architecture= 'architecture, such as amd64/generic' --mac-addresses= 'MAC address of an interface; repeat for several' --subarchitecture= 'subarchitecture, if the architecture has none' --commission 'commission at once' --no-commission 'not: commission at once' --commissioning-scripts= 'scripts and tags to run; all custom ones when omitted' --deployed 'create as deployed, without commissioning' --no-deployed 'not: create as deployed, without commissioning' --description= 'free text' --domain= 'domain; the default domain when omitted' --enable-ssh 'allow SSH with your keys in the ephemeral environment' --no-enable-ssh 'not: allow SSH with your keys in the ephemeral environment' --hostname= 'host name; generated when omitted' --is-dpu 'the machine is a DPU' --no-is-dpu 'not: the machine is a DPU' --min-hwe-kernel= 'minimum kernel version' --power-type= 'power management type' --power-parameters= 'power parameter; the names depend on the power type' --skip-bmc-config 'skip the BMC\'s reconfiguration' --no-skip-bmc-config 'not: skip the BMC\'s reconfiguration' --skip-networking 'skip the network\'s reconfiguration after commissioning' --no-skip-networking 'not: skip the network\'s reconfiguration after commissioning' --skip-storage 'skip the storage\'s reconfiguration after commissioning' --no-skip-storage 'not: skip the storage\'s reconfiguration after commissioning' --testing-scripts= 'tests and tags to run; none disables, all when omitted' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines accept'
            printf '%s\t%s\n' --machines= 'machines to accept; may be empty' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines accept-all'
            printf '%s\t%s\n' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines add-chassis'
            printf '%s\t%s\n' --chassis-type= 'kind of chassis' --hostname= 'address of the chassis' --accept-all 'commission every machine that is enlisted' --no-accept-all 'not: commission every machine that is enlisted' --domain= 'domain of the new machines' --password= 'password for the chassis, as @file or @-' --username= 'user name for the chassis' --port= 'port; recs_box, vmmgr and ocs only' --power-control= 'power control; sm15k only' --prefix-filter= 'enlist only names with this prefix; by chassis type' --protocol= 'protocol; vmmgr only' --rack-controller= 'rack controller to use' --token-name= 'token used with --token-secret instead of a password' --token-secret= 'secret of the token, as @file or @-' --verify-ssl 'verify the certificate of the chassis' --no-verify-ssl 'not: verify the certificate of the chassis' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines allocate'
            printf '%s\t%s\n' --agent-name= 'agent name attached to the acquired machine' --arch= 'architecture; repeat to allow several' --bridge-all 'create a bridge on every configured interface' --no-bridge-all 'not: create a bridge on every configured interface' --bridge-fd= 'forward delay of the bridges in seconds' --bridge-stp 'turn spanning tree on for the bridges' --no-bridge-stp 'not: turn spanning tree on for the bridges' --comment= 'comment for the event log' --cpu-count= 'minimum number of CPUs' --mem= 'minimum RAM in MB' --devices= 'hardware device the machine has' --dry-run 'show what would match without acquiring it' --no-dry-run 'not: show what would match without acquiring it' --fabric-classes= 'fabric class; repeat to allow several' --fabrics= 'fabric; repeat to allow several' --not-fabric-classes= 'fabric class to exclude' --not-fabrics= 'fabric to exclude' --not-in-pool= 'resource pool to exclude' --not-in-zone= 'physical zone to exclude' --not-subnets= 'subnet to exclude' --not-tags= 'tag the machine must not have' --interfaces= 'labelled interface, such as up:type=physical,space=prod' --name= 'host name or FQDN of the machine' --pod= 'pod the machine belongs to' --pod-type= 'type of pod the machine belongs to' --not-pod= 'pod to exclude' --not-pod-type= 'type of pod to exclude' --pool= 'resource pool' --storage= 'disks the machine has' --subnets= 'subnet it is linked to (all of several); vid:0 is untagged' --system-id= 'this machine, or one of several' --tags= 'tag the machine has (all of several)' --verbose-constraints 'more detail in constraints_by_type' --no-verbose-constraints 'not: more detail in constraints_by_type' --zone= 'physical zone' --bridge-type= 'kind of bridge' --distro-series= 'operating system release to deploy' --enable-hw-sync 'make the machine send its hardware information' --no-enable-hw-sync 'not: make the machine send its hardware information' --enable-kernel-crash-dump 'collect kernel crash dumps' --no-enable-kernel-crash-dump 'not: collect kernel crash dumps' --ephemeral-deploy 'deploy into memory even if there are disks' --no-ephemeral-deploy 'not: deploy into memory even if there are disks' --hwe-kernel= 'kernel to deploy' --install-kvm 'install KVM and make it a VM host' --no-install-kvm 'not: install KVM and make it a VM host' --install-rackd 'install a rack controller' --no-install-rackd 'not: install a rack controller' --register-vmhost 'register as a VM host' --no-register-vmhost 'not: register as a VM host' --user-data= 'user data for cloud-init: text or @file, encoded by svc' --vcenter-registration 'send the global hypervisor-manager credentials' --no-vcenter-registration 'not: send the global hypervisor-manager credentials' --user-data-base64= '--user-data, already encoded' --deploy 'deploy the machine as well, in one step' --release-on-failure 'release the machine again if it is not deployed' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines clone'
            printf '%s\t%s\n' --source= 'machine to copy from' --destinations= 'machines to copy onto' --interfaces 'copy the interfaces' --no-interfaces 'not: copy the interfaces' --storage 'copy the storage' --no-storage 'not: copy the storage' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines is-registered'
            printf '%s\t%s\n' --mac-address= 'MAC address to look for' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines list-allocated'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines power-parameters-many'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines release-many'
            printf '%s\t%s\n' --machines= 'machines to release; may be empty' --comment= 'comment for the event log' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines set-zone'
            printf '%s\t%s\n' --nodes= 'nodes to move' --zone= 'name of the physical zone' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines delete'
            printf '%s\t%s\n' --force 'also delete the virtual machines it hosts' --no-force 'not: also delete the virtual machines it hosts' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines rm'
            printf '%s\t%s\n' --force 'also delete the virtual machines it hosts' --no-force 'not: also delete the virtual machines it hosts' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines get'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines show'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines update'
            printf '%s\t%s\n' --architecture= 'architecture, such as amd64/generic' --cpu-count= 'number of CPUs' --description= 'free text' --disable-ipv4 'must be false if given' --no-disable-ipv4 'not: must be false if given' --domain= 'domain' --hostname= 'host name' --memory= 'RAM in MiB, or with K, M, G or T' --min-hwe-kernel= 'minimum kernel version' --pool= 'resource pool; the default pool is called default' --power-parameters-skip-check 'do not check the power parameters' --no-power-parameters-skip-check 'not: do not check the power parameters' --power-parameters= 'power parameter; the names depend on the power type' --power-type= 'power management type' --swap-size= 'swap size in bytes, or with K, M, G or T' --zone= 'physical zone' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines clear-default-gateways'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines details'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines get-curtin-config'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines get-token'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines mount-special'
            printf '%s\t%s\n' --fstype= 'file system type, such as tmpfs' --mount-point= 'where to mount it' --mount-option= 'mount options' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines unmount-special'
            printf '%s\t%s\n' --mount-point= 'where it is mounted' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines power-parameters'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines restore-default-configuration'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines restore-networking-configuration'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines restore-storage-configuration'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines set-owner-data'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines set-storage-layout'
            printf '%s\t%s\n' --storage-layout= 'layout to set' --boot-size= 'size of the boot partition' --root-device= 'block device for the root partition' --root-size= 'size of the root partition' --lv-name= 'name of the logical volume; lvm only' --lv-size= 'size of the logical volume; lvm only' --vg-name= 'name of the volume group; lvm only' --cache-device= 'block device for the cache; bcache only' --cache-mode= 'cache mode; bcache only' --cache-no-part 'use the whole cache device; bcache only' --no-cache-no-part 'not: use the whole cache device; bcache only' --cache-size= 'size of the cache partition; bcache only' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines set-workload-annotations'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines abort'
            printf '%s\t%s\n' --comment= 'comment for the event log' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines commission'
            printf '%s\t%s\n' --commissioning-scripts= 'scripts and tags to run; all custom ones when omitted' --enable-ssh 'allow SSH with your keys in the ephemeral environment' --no-enable-ssh 'not: allow SSH with your keys in the ephemeral environment' --parameters= 'script parameter, its name optionally prefixed by the script\'s' --skip-bmc-config 'skip the BMC\'s reconfiguration' --no-skip-bmc-config 'not: skip the BMC\'s reconfiguration' --skip-networking 'skip the network\'s reconfiguration after commissioning' --no-skip-networking 'not: skip the network\'s reconfiguration after commissioning' --skip-storage 'skip the storage\'s reconfiguration after commissioning' --no-skip-storage 'not: skip the storage\'s reconfiguration after commissioning' --testing-scripts= 'tests and tags to run; none disables, all when omitted' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines deploy'
            printf '%s\t%s\n' --agent-name= 'agent name attached to the acquired machine' --bridge-all 'create a bridge on every configured interface' --no-bridge-all 'not: create a bridge on every configured interface' --bridge-fd= 'forward delay of the bridges in seconds' --bridge-stp 'turn spanning tree on for the bridges' --no-bridge-stp 'not: turn spanning tree on for the bridges' --bridge-type= 'kind of bridge' --comment= 'comment for the event log' --distro-series= 'operating system release to deploy' --enable-hw-sync 'make the machine send its hardware information' --no-enable-hw-sync 'not: make the machine send its hardware information' --enable-kernel-crash-dump 'collect kernel crash dumps' --no-enable-kernel-crash-dump 'not: collect kernel crash dumps' --ephemeral-deploy 'deploy into memory even if there are disks' --no-ephemeral-deploy 'not: deploy into memory even if there are disks' --hwe-kernel= 'kernel to deploy' --install-kvm 'install KVM and make it a VM host' --no-install-kvm 'not: install KVM and make it a VM host' --install-rackd 'install a rack controller' --no-install-rackd 'not: install a rack controller' --register-vmhost 'register as a VM host' --no-register-vmhost 'not: register as a VM host' --user-data= 'user data for cloud-init: text or @file, encoded by svc' --vcenter-registration 'send the global hypervisor-manager credentials' --no-vcenter-registration 'not: send the global hypervisor-manager credentials' --user-data-base64= '--user-data, already encoded' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines exit-rescue-mode'
            printf '%s\t%s\n' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines lock'
            printf '%s\t%s\n' --comment= 'comment for the event log' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines unlock'
            printf '%s\t%s\n' --comment= 'comment for the event log' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines mark-broken'
            printf '%s\t%s\n' --comment= 'comment for the event log' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines mark-fixed'
            printf '%s\t%s\n' --comment= 'comment for the event log' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines override-failed-testing'
            printf '%s\t%s\n' --comment= 'comment for the event log' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines power-off'
            printf '%s\t%s\n' --comment= 'comment for the event log' --stop-mode= 'soft asks the operating system to shut down' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines power-on'
            printf '%s\t%s\n' --comment= 'comment for the event log' --user-data= 'user data for cloud-init: text or @file, encoded by svc' --user-data-base64= '--user-data, already encoded' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines query-power-state'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines release'
            printf '%s\t%s\n' --comment= 'comment for the event log' --erase 'erase the disks' --no-erase 'not: erase the disks' --force 'also delete a KVM host and all machines inside it' --no-force 'not: also delete a KVM host and all machines inside it' --quick-erase 'wipe 2 MiB at the start and end of each drive; not secure' --no-quick-erase 'not: wipe 2 MiB at the start and end of each drive; not secure' --secure-erase 'use the drive\'s secure erase if it has one' --no-secure-erase 'not: use the drive\'s secure erase if it has one' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines rescue-mode'
            printf '%s\t%s\n' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines test'
            printf '%s\t%s\n' --enable-ssh 'allow SSH with your keys in the ephemeral environment' --no-enable-ssh 'not: allow SSH with your keys in the ephemeral environment' --parameters= 'script parameter, its name optionally prefixed by the script\'s' --testing-scripts= 'tests and tags to run; none disables, all when omitted' --wait 'wait until the operation has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'machines wait'
            printf '%s\t%s\n' --for= 'a status, power=on, power=off, gone or ssh; several mean any of them' --all 'wait for all targets of --for instead of any' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --progress= 'format of the progress' !--curl ''
        case 'machines issues'
            printf '%s\t%s\n' --where= 'only machines that match these list filters' --no-power 'ignore power errors and query by status only' !--curl ''
        case 'machines why'
            printf '%s\t%s\n' !--curl ''
        case 'machines describe'
            printf '%s\t%s\n' --events= 'number of recent events to show' !--curl ''
        case 'machines ssh'
            printf '%s\t%s\n' --login-name= 'log in as this user; default: the user of the image' -l= 'log in as this user; default: the user of the image' --address= 'use this address, or one in this network, subnet or interface' --family= 'use only addresses of this family' --jump= 'connect through this host, or several separated by commas' -J= 'connect through this host, or several separated by commas' --identity= 'private key file' -i= 'private key file' --port= 'port of the ssh server' --ssh-option= 'an option of ssh\'s configuration, such as ConnectTimeout=5' -o= 'an option of ssh\'s configuration, such as ConnectTimeout=5' --force 'connect regardless of the machine\'s status' --dry-run 'print the ssh command without running it' --where= 'all machines that match these list filters, instead of identifiers' --parallel= 'maximum number of machines at once' !--output '' !--columns '' !--sort '' !--no-header '' !--query '' !--show-secrets '' !--curl ''
        case 'devices list'
            printf '%s\t%s\n' --hostname= 'only nodes with this hostname; patterns such as \'web-*\' too' --cpu-count= 'only nodes with at least this number of CPUs' --mem= 'only nodes with at least this RAM in MiB' --mac-address= 'only the node that owns this MAC address' --id= 'only nodes with these system ids' --domain= 'only nodes in this domain' --zone= 'only nodes in this physical zone' --pool= 'only nodes in this resource pool' --agent-name= 'only nodes with this agent name' --fabrics= 'only nodes with interfaces in these fabrics' --not-fabrics= 'only nodes without interfaces in these fabrics' --vlans= 'only nodes with interfaces in these VLANs' --not-vlans= 'only nodes without interfaces in these VLANs' --subnets= 'only nodes with interfaces in these subnets' --not-subnets= 'only nodes without interfaces in these subnets' --link-speed= 'only nodes with an interface at least this fast' --status= 'only nodes with this status: value, name or number' --pod= 'only nodes that belong to this pod' --not-pod= 'only nodes that do not belong to this pod' --pod-type= 'only nodes that belong to a pod of this type' --not-pod-type= 'only nodes that do not belong to a pod of this type' --devices= 'only nodes with a matching hardware device' --watch 'keep watching: redraw on a terminal, elsewhere print changes' -w 'keep watching: redraw on a terminal, elsewhere print changes' --poll-interval= 'poll at this interval' --limit= 'show at most this many devices' --mine 'only devices that you own' --owner= 'only devices owned by one of these users' --tags= 'only devices that have all of these tags' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices ls'
            printf '%s\t%s\n' --hostname= 'only nodes with this hostname; patterns such as \'web-*\' too' --cpu-count= 'only nodes with at least this number of CPUs' --mem= 'only nodes with at least this RAM in MiB' --mac-address= 'only the node that owns this MAC address' --id= 'only nodes with these system ids' --domain= 'only nodes in this domain' --zone= 'only nodes in this physical zone' --pool= 'only nodes in this resource pool' --agent-name= 'only nodes with this agent name' --fabrics= 'only nodes with interfaces in these fabrics' --not-fabrics= 'only nodes without interfaces in these fabrics' --vlans= 'only nodes with interfaces in these VLANs' --not-vlans= 'only nodes without interfaces in these VLANs' --subnets= 'only nodes with interfaces in these subnets' --not-subnets= 'only nodes without interfaces in these subnets' --link-speed= 'only nodes with an interface at least this fast' --status= 'only nodes with this status: value, name or number' --pod= 'only nodes that belong to this pod' --not-pod= 'only nodes that do not belong to this pod' --pod-type= 'only nodes that belong to a pod of this type' --not-pod-type= 'only nodes that do not belong to a pod of this type' --devices= 'only nodes with a matching hardware device' --watch 'keep watching: redraw on a terminal, elsewhere print changes' -w 'keep watching: redraw on a terminal, elsewhere print changes' --poll-interval= 'poll at this interval' --limit= 'show at most this many devices' --mine 'only devices that you own' --owner= 'only devices owned by one of these users' --tags= 'only devices that have all of these tags' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices create'
            printf '%s\t%s\n' --mac-addresses= 'MAC address of an interface; repeat for several' --description= 'free text' --domain= 'domain; the default domain when omitted' --hostname= 'host name; generated when omitted' --parent= 'node it belongs to' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices is-registered'
            printf '%s\t%s\n' --mac-address= 'MAC address to look for' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices set-zone'
            printf '%s\t%s\n' --nodes= 'nodes to move' --zone= 'name of the physical zone' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices delete'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices rm'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices get'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices show'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices update'
            printf '%s\t%s\n' --description= 'free text' --domain= 'domain' --hostname= 'host name' --parent= 'node it belongs to; unchanged when omitted' --zone= 'physical zone' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices details'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices power-parameters'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices restore-default-configuration'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices restore-networking-configuration'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices set-owner-data'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices set-workload-annotations'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'devices describe'
            printf '%s\t%s\n' --events= 'number of recent events to show' !--curl ''
        case 'nodes list'
            printf '%s\t%s\n' --hostname= 'only nodes with this hostname; patterns such as \'web-*\' too' --cpu-count= 'only nodes with at least this number of CPUs' --mem= 'only nodes with at least this RAM in MiB' --mac-address= 'only the node that owns this MAC address' --id= 'only nodes with these system ids' --domain= 'only nodes in this domain' --zone= 'only nodes in this physical zone' --pool= 'only nodes in this resource pool' --agent-name= 'only nodes with this agent name' --fabrics= 'only nodes with interfaces in these fabrics' --not-fabrics= 'only nodes without interfaces in these fabrics' --vlans= 'only nodes with interfaces in these VLANs' --not-vlans= 'only nodes without interfaces in these VLANs' --subnets= 'only nodes with interfaces in these subnets' --not-subnets= 'only nodes without interfaces in these subnets' --link-speed= 'only nodes with an interface at least this fast' --status= 'only nodes with this status: value, name or number' --pod= 'only nodes that belong to this pod' --not-pod= 'only nodes that do not belong to this pod' --pod-type= 'only nodes that belong to a pod of this type' --not-pod-type= 'only nodes that do not belong to a pod of this type' --devices= 'only nodes with a matching hardware device' --watch 'keep watching: redraw on a terminal, elsewhere print changes' -w 'keep watching: redraw on a terminal, elsewhere print changes' --poll-interval= 'poll at this interval' --limit= 'show at most this many nodes' --mine 'only nodes that you own' --owner= 'only nodes owned by one of these users' --tags= 'only nodes that have all of these tags' --power= 'only nodes in one of these power states' --os= 'only nodes with one of these systems or releases, such as jammy' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'nodes ls'
            printf '%s\t%s\n' --hostname= 'only nodes with this hostname; patterns such as \'web-*\' too' --cpu-count= 'only nodes with at least this number of CPUs' --mem= 'only nodes with at least this RAM in MiB' --mac-address= 'only the node that owns this MAC address' --id= 'only nodes with these system ids' --domain= 'only nodes in this domain' --zone= 'only nodes in this physical zone' --pool= 'only nodes in this resource pool' --agent-name= 'only nodes with this agent name' --fabrics= 'only nodes with interfaces in these fabrics' --not-fabrics= 'only nodes without interfaces in these fabrics' --vlans= 'only nodes with interfaces in these VLANs' --not-vlans= 'only nodes without interfaces in these VLANs' --subnets= 'only nodes with interfaces in these subnets' --not-subnets= 'only nodes without interfaces in these subnets' --link-speed= 'only nodes with an interface at least this fast' --status= 'only nodes with this status: value, name or number' --pod= 'only nodes that belong to this pod' --not-pod= 'only nodes that do not belong to this pod' --pod-type= 'only nodes that belong to a pod of this type' --not-pod-type= 'only nodes that do not belong to a pod of this type' --devices= 'only nodes with a matching hardware device' --watch 'keep watching: redraw on a terminal, elsewhere print changes' -w 'keep watching: redraw on a terminal, elsewhere print changes' --poll-interval= 'poll at this interval' --limit= 'show at most this many nodes' --mine 'only nodes that you own' --owner= 'only nodes owned by one of these users' --tags= 'only nodes that have all of these tags' --power= 'only nodes in one of these power states' --os= 'only nodes with one of these systems or releases, such as jammy' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'nodes is-registered'
            printf '%s\t%s\n' --mac-address= 'MAC address to look for' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'nodes set-zone'
            printf '%s\t%s\n' --nodes= 'nodes to move' --zone= 'name of the physical zone' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'nodes delete'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'nodes rm'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'nodes get'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'nodes show'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'nodes details'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'nodes power-parameters'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'nodes describe'
            printf '%s\t%s\n' --events= 'number of recent events to show' !--curl ''
        case 'tokens create'
            printf '%s\t%s\n' --name= 'name of the key' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'tokens delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'tokens rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'tokens list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'tokens ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'tokens rename'
            printf '%s\t%s\n' --name= 'new name' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sshkeys list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sshkeys ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sshkeys create'
            printf '%s\t%s\n' --key= 'public key, such as @~/.ssh/id_ed25519.pub' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sshkeys import'
            printf '%s\t%s\n' --keysource= 'source, lp or gh, and the user\'s login there' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sshkeys delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sshkeys rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sshkeys get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sshkeys show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sslkeys list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sslkeys ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sslkeys create'
            printf '%s\t%s\n' --key= 'contents of a PEM file, such as @key.pem' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sslkeys delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sslkeys rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sslkeys get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'sslkeys show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-resources list'
            printf '%s\t%s\n' --type= 'only resources of this type; all when omitted' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-resources ls'
            printf '%s\t%s\n' --type= 'only resources of this type; all when omitted' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-resources create'
            printf '%s\t%s\n' --architecture= 'architecture, such as amd64/generic' --base-image= 'image that a custom image is based on' --filetype= 'type of the file' --name= 'name, such as custom/golden' --sha256= 'SHA-256 of the file' --size= 'size of the file in bytes' --title= 'human-readable title' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-resources import'
            printf '%s\t%s\n' --wait 'wait until the import has ended' --wait-timeout= 'give up after this time, such as 90s, 40m or 2h; 0 for no limit' --poll-interval= 'poll at this interval' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-resources is-importing'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-resources stop-import'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-resources delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-resources rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-resources get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-resources show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-resources upload-chunk'
            printf '%s\t%s\n' --content= 'file with the bytes of the chunk, sent as they are' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-resources upload'
            printf '%s\t%s\n' --name= 'name, such as custom/golden' --architecture= 'architecture, such as amd64/generic' --title= 'human-readable title' --filetype= 'type of the file' --base-image= 'image that a custom image is based on' --no-resume 'start over instead of resuming'
        case 'boot-sources list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-sources ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-sources create'
            printf '%s\t%s\n' --source-url= 'address of the boot source' --keyring-data= 'signature keyring: @file, encoded by svc' --keyring-filename= 'path of the keyring on the server' --keyring-data-base64= '--keyring-data, already encoded' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-sources delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-sources rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-sources get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-sources show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-sources update'
            printf '%s\t%s\n' --keyring-data= 'signature keyring: @file, encoded by svc' --keyring-filename= 'path of the keyring on the server' --source-url= 'address of the boot source' --keyring-data-base64= '--keyring-data, already encoded' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-source-selections list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-source-selections ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-source-selections create'
            printf '%s\t%s\n' --arches= 'architecture to import; repeat for several' --labels= 'label to import; repeat for several' --os= 'operating system, such as ubuntu' --release= 'release, such as jammy' --subarches= 'subarchitecture to import; repeat for several' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-source-selections delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-source-selections rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-source-selections get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-source-selections show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'boot-source-selections update'
            printf '%s\t%s\n' --arches= 'architecture to import; repeat for several' --labels= 'label to import; repeat for several' --os= 'operating system, such as ubuntu' --release= 'release, such as jammy' --subarches= 'subarchitecture to import; repeat for several' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'commissioning-scripts list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'commissioning-scripts ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'commissioning-scripts create'
            printf '%s\t%s\n' --name= 'name of the script' --content= 'file with the script' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'commissioning-scripts delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'commissioning-scripts rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'commissioning-scripts get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'commissioning-scripts show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'commissioning-scripts update'
            printf '%s\t%s\n' --content= 'file with the script' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dhcp-snippets list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dhcp-snippets ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dhcp-snippets create'
            printf '%s\t%s\n' --name= 'name' --value= 'DHCP server configuration, or @file' --description= 'free text' --enabled 'enable the snippet' --no-enabled 'not: enable the snippet' --global-snippet 'for every node; not with --node or --subnet' --no-global-snippet 'not: for every node; not with --node or --subnet' --iprange= 'IP range it applies to; needs --subnet' --node= 'node it applies to' --subnet= 'subnet it applies to' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dhcp-snippets delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dhcp-snippets rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dhcp-snippets get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dhcp-snippets show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dhcp-snippets update'
            printf '%s\t%s\n' --description= 'free text' --enabled 'enable the snippet' --no-enabled 'not: enable the snippet' --global-snippet 'make it global, which removes its node and subnet' --no-global-snippet 'not: make it global, which removes its node and subnet' --name= 'name' --node= 'node it applies to' --subnet= 'subnet it applies to' --value= 'DHCP server configuration, or @file' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dhcp-snippets revert'
            printf '%s\t%s\n' --to= 'id of a revision, or -1, -2, ... for steps back' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'discovery list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'discovery ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'discovery by-unknown-ip'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'discovery by-unknown-mac'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'discovery by-unknown-ip-and-mac'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'discovery clear'
            printf '%s\t%s\n' --all 'clear all discoveries' --no-all 'not: clear all discoveries' --mdns 'clear mDNS discoveries' --no-mdns 'not: clear mDNS discoveries' --neighbours 'clear neighbour discoveries' --no-neighbours 'not: clear neighbour discoveries' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'discovery clear-by-mac-and-ip'
            printf '%s\t%s\n' --ip= 'IP address' --mac= 'MAC address' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'discovery scan'
            printf '%s\t%s\n' --always-use-ping 'use ping even if a network scanner is installed' --no-always-use-ping 'not: use ping even if a network scanner is installed' --cidr= 'network to scan; all when omitted' --force 'allow a scan of all networks' --no-force 'not: allow a scan of all networks' --slow 'scan slowly' --no-slow 'not: scan slowly' --threads= 'threads; default one per scanner process, four per CPU for ping' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'discovery get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'discovery show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresource-records list'
            printf '%s\t%s\n' --fqdn= 'only records of this FQDN' --domain= 'only records in this domain' --name= 'only records of this name' --rrtype= 'only records of this type' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresource-records ls'
            printf '%s\t%s\n' --fqdn= 'only records of this FQDN' --domain= 'only records in this domain' --name= 'only records of this name' --rrtype= 'only records of this type' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresource-records create'
            printf '%s\t%s\n' --domain= 'domain: name or id; with --name' --fqdn= 'FQDN; ignored with --name and --domain' --name= 'host name without domain; with --domain' --rrdata= 'data of the record' --rrtype= 'type of the record' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresource-records delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresource-records rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresource-records get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresource-records show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresource-records update'
            printf '%s\t%s\n' --rrdata= 'data of the record' --rrtype= 'type of the record' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresources list'
            printf '%s\t%s\n' --fqdn= 'only this FQDN' --domain= 'only resources in this domain' --name= 'only resources of this name' --rrtype= 'only resources with records of this type' --all 'also the implicit records of registered nodes' --no-all 'not: also the implicit records of registered nodes' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresources ls'
            printf '%s\t%s\n' --fqdn= 'only this FQDN' --domain= 'only resources in this domain' --name= 'only resources of this name' --rrtype= 'only resources with records of this type' --all 'also the implicit records of registered nodes' --no-all 'not: also the implicit records of registered nodes' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresources create'
            printf '%s\t%s\n' --domain= 'domain: name or id' --name= 'host name without domain' --fqdn= 'FQDN; ignored with --name or --domain' --address-ttl= 'TTL of the addresses in seconds' --ip-addresses= 'address of an A or AAAA record; repeat for several' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresources delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresources rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresources get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresources show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'dnsresources update'
            printf '%s\t%s\n' --domain= 'domain: name or id' --name= 'host name without domain' --fqdn= 'FQDN; ignored with --name or --domain' --address-ttl= 'TTL of the addresses in seconds' --ip-addresses= 'address of an A or AAAA record; repeat for several' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'domains list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'domains ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'domains create'
            printf '%s\t%s\n' --name= 'name of the domain' --authoritative= 'whether the service is authoritative' --forward-dns-servers= 'DNS server to forward to when not authoritative; repeat' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'domains set-serial'
            printf '%s\t%s\n' --serial= 'SOA serial' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'domains delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'domains rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'domains get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'domains show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'domains update'
            printf '%s\t%s\n' --name= 'name of the domain' --authoritative= 'whether the service is authoritative' --forward-dns-servers= 'DNS server to forward to when not authoritative; repeat' --ttl= 'default TTL in seconds' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'domains set-default'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'events query'
            printf '%s\t%s\n' --hostname= 'only events of this host name' --mac-address= 'only events of the node with this MAC address' --id= 'only events of these nodes' --zone= 'only events of nodes in this physical zone' --agent-name= 'only events of nodes with this agent name' --level= 'this level and above' --limit= 'maximum number of events' --before= 'only events older than this event id' --after= 'only events newer than this event id' --owner= 'only events of nodes owned by this user' --follow 'keep printing new events as they arrive, oldest first' --all 'all events, page by page' --poll-interval= 'poll at this interval' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'events ls'
            printf '%s\t%s\n' --hostname= 'only events of this host name' --mac-address= 'only events of the node with this MAC address' --id= 'only events of these nodes' --zone= 'only events of nodes in this physical zone' --agent-name= 'only events of nodes with this agent name' --level= 'this level and above' --limit= 'maximum number of events' --before= 'only events older than this event id' --after= 'only events newer than this event id' --owner= 'only events of nodes owned by this user' --follow 'keep printing new events as they arrive, oldest first' --all 'all events, page by page' --poll-interval= 'poll at this interval' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'fabrics list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'fabrics ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'fabrics create'
            printf '%s\t%s\n' --class-type= 'class of the fabric' --description= 'free text' --name= 'name' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'fabrics delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'fabrics rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'fabrics get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'fabrics show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'fabrics update'
            printf '%s\t%s\n' --class-type= 'class of the fabric' --description= 'free text' --name= 'name' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'vlans list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'vlans ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'vlans create'
            printf '%s\t%s\n' --vid= 'VLAN id' --description= 'free text' --mtu= 'MTU in bytes' --name= 'name' --space= 'space; empty or undefined for the undefined space' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'vlans delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'vlans rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'vlans get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'vlans show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'vlans update'
            printf '%s\t%s\n' --description= 'free text' --dhcp-on 'manage DHCP on the VLAN' --no-dhcp-on 'not: manage DHCP on the VLAN' --mtu= 'MTU in bytes' --name= 'name' --primary-rack= 'primary rack controller' --relay-vlan= 'VLAN to which DHCP requests are relayed' --secondary-rack= 'secondary rack controller' --space= 'space; empty or undefined for the undefined space' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'files list'
            printf '%s\t%s\n' --prefix= 'only files whose names have this prefix' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'files ls'
            printf '%s\t%s\n' --prefix= 'only files whose names have this prefix' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'files create'
            printf '%s\t%s\n' --filename= 'name to store it under' --file= 'file to store, or - for standard input' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'files delete-by-query'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'files get-by-query'
            printf '%s\t%s\n' --to= 'write the content to this file' --force 'overwrite the file given by --to' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'files get-by-key'
            printf '%s\t%s\n' --to= 'write the content to this file' --force 'overwrite the file given by --to' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'files delete'
            printf '%s\t%s\n' --by-query 'send the name in the query, for names that a path cannot contain' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'files rm'
            printf '%s\t%s\n' --by-query 'send the name in the query, for names that a path cannot contain' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'files get'
            printf '%s\t%s\n' --to= 'write the content to this file' --force 'overwrite the file given by --to' --by-query 'send the name in the query, for names that a path cannot contain' --by-key= 'get the file by its key instead of its name' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'files show'
            printf '%s\t%s\n' --to= 'write the content to this file' --force 'overwrite the file given by --to' --by-query 'send the name in the query, for names that a path cannot contain' --by-key= 'get the file by its key instead of its name' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'installation-results list'
            printf '%s\t%s\n' --system-id= 'only results of these nodes' --name= 'only results of these names' --result-type= 'only results of this type' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'installation-results ls'
            printf '%s\t%s\n' --system-id= 'only results of these nodes' --name= 'only results of these names' --result-type= 'only results of this type' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'ipaddresses list'
            printf '%s\t%s\n' --ip= 'only this IP address' --all 'all reserved addresses' --no-all 'not: all reserved addresses' --owner= 'only addresses of this user' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'ipaddresses ls'
            printf '%s\t%s\n' --ip= 'only this IP address' --all 'all reserved addresses' --no-all 'not: all reserved addresses' --owner= 'only addresses of this user' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'ipaddresses release'
            printf '%s\t%s\n' --ip= 'IP address to release' --discovered 'release a discovered address; needs --force' --no-discovered 'not: release a discovered address; needs --force' --force 'release an address of any type' --no-force 'not: release an address of any type' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'ipaddresses reserve'
            printf '%s\t%s\n' --hostname= 'host name; in the default domain unless it includes one' --ip= 'this address, within a known subnet' --ip-address= 'the same as --ip' --mac= 'MAC address to link it to' --subnet= 'subnet to take a free address from' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'ipranges list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'ipranges ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'ipranges create'
            printf '%s\t%s\n' --start-ip= 'first address' --end-ip= 'last address' --subnet= 'id, name or CIDR of the subnet' --type= 'what the range is for' --comment= 'comment on the range' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'ipranges delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'ipranges rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'ipranges get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'ipranges show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'ipranges update'
            printf '%s\t%s\n' --comment= 'comment on the range' --end-ip= 'last address' --start-ip= 'first address' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'license-keys list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'license-keys ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'license-keys create'
            printf '%s\t%s\n' --osystem= 'operating system' --distro-series= 'release of the operating system' --license-key= 'license key, as @file or @-' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'license-keys delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'license-keys rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'license-keys get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'license-keys show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'license-keys update'
            printf '%s\t%s\n' --license-key= 'license key, as @file or @-' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'config get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'config show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'config set'
            printf '%s\t%s\n' --value= 'value; \'\' for an empty value' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'config list'
            printf '%s\t%s\n' !--curl ''
        case 'config ls'
            printf '%s\t%s\n' !--curl ''
        case 'config describe'
            printf '%s\t%s\n' !--profile '' !-p '' !--url '' !--api-key-file '' !--api-key-stdin '' !--show-secrets '' !--curl '' !--timeout '' !--retries '' !--ca-cert '' !--insecure '' !--signature '' !--addressing ''
        case 'networks list'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'networks ls'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'networks create'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'networks delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'networks rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'networks get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'networks show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'networks update'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'networks connect-macs'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'networks disconnect-macs'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'networks list-connected-macs'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcache-cache-sets list'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcache-cache-sets ls'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcache-cache-sets create'
            printf '%s\t%s\n' --cache-device= 'block device for the cache' --cache-partition= 'partition for the cache' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcache-cache-sets delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcache-cache-sets rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcache-cache-sets get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcache-cache-sets show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcache-cache-sets update'
            printf '%s\t%s\n' --cache-device= 'block device for the cache' --cache-partition= 'partition for the cache' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcaches list'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcaches ls'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcaches create'
            printf '%s\t%s\n' --backing-device= 'backing block device' --backing-partition= 'backing partition' --cache-mode= 'cache mode' --cache-set= 'id of the cache set' --name= 'name' --uuid= 'UUID' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcaches delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcaches rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcaches get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcaches show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'bcaches update'
            printf '%s\t%s\n' --backing-device= 'backing block device' --backing-partition= 'backing partition' --cache-mode= 'cache mode' --cache-set= 'id of the cache set' --name= 'name' --uuid= 'UUID' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'block-devices list'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'block-devices ls'
            printf '%s\t%s\n' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'block-devices create'
            printf '%s\t%s\n' --name= 'name, such as sdc' --size= 'size in bytes' --block-size= 'size of a block in bytes' --model= 'model' --serial= 'serial number' --id-path= 'stable path, for a device without model and serial number' --where= 'all nodes that match these list filters, instead of identifiers' --parallel= 'maximum number of requests at once' --fail-fast 'start no more requests after the first failure' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'partitions delete'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'partitions rm'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'partitions get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'partitions show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'partitions add-tag'
            printf '%s\t%s\n' --tag= 'tag to add' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'partitions format'
            printf '%s\t%s\n' --dry-run 'show the requests without sending them' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'version get'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
        case 'version show'
            printf '%s\t%s\n' --set= 'send a field that svc does not know' --no-check 'send without checking values and rules'
    end
    __svc_learned option "$argv[1]"
end

# By command and option, or by command and the number of an argument.
function __svc_values
    switch "$argv[1]"
        case 'any --profile' 'any -p' 'logout 1' 'profiles use 1' 'profiles show 1' 'profiles env 1' 'profiles rename 1' 'profiles remove 1' 'profiles rm 1' 'profiles set 1'
            echo '<profiles>'
        case 'any --api-key-file' 'any --ca-cert' 'any --config-dir' 'api --input' 'plan --save' 'plan any' 'apply --plan' 'apply any' 'ssh-config --file' 'ssh-config --identity' 'ssh-config -i' 'sandbox start --record' 'sandbox start --state' 'sandbox exec --record' 'machines ssh --identity' 'machines ssh -i' 'boot-resources upload-chunk --content' 'boot-resources upload 1' 'commissioning-scripts create --content' 'commissioning-scripts update --content' 'files create --file' 'files create 2' 'files get-by-query --to' 'files get-by-key --to' 'files get --to' 'files show --to'
            echo '<file>'
        case 'any --output' 'any -o'
            printf '%s\n' 'table' 'wide' 'json' 'ndjson' 'yaml' 'csv' 'tsv' 'name'
        case 'any --signature'
            printf '%s\n' 'plaintext' 'hmac-sha1'
        case 'any --addressing'
            printf '%s\n' 'path' 'query'
        case 'doctor --columns'
            printf '%s\n' ',' 'NAME' 'STATE' 'FOUND' 'FIX'
        case 'describe 1'
            printf '%s\n' 'machines' 'devices' 'nodes' 'tokens' 'sshkeys' 'sslkeys' 'boot-resources' 'boot-sources' 'boot-source-selections' 'commissioning-scripts' 'dhcp-snippets' 'discovery' 'dnsresource-records' 'dnsresources' 'domains' 'events' 'fabrics' 'vlans' 'files' 'installation-results' 'ipaddresses' 'ipranges' 'license-keys' 'config' 'networks' 'bcache-cache-sets' 'bcaches' 'block-devices' 'partitions' 'version'
        case 'api 1'
            printf '%s\n' 'GET' 'POST' 'PUT' 'DELETE'
        case 'export any'
            printf '%s\n' 'machines' 'devices' 'sshkeys' 'sslkeys' 'boot-sources' 'commissioning-scripts' 'dhcp-snippets' 'dnsresource-records' 'dnsresources' 'domains' 'fabrics' 'files' 'ipranges' 'license-keys' 'config' 'zones' 'resourcepools' 'tags' 'spaces' 'subnets'
        case 'plan --keep' 'apply --keep' 'machines clone --source' 'machines delete any' 'machines rm any' 'machines get any' 'machines show any' 'machines update any' 'machines clear-default-gateways any' 'machines details any' 'machines get-curtin-config any' 'machines get-token any' 'machines mount-special any' 'machines unmount-special any' 'machines power-parameters any' 'machines restore-default-configuration any' 'machines restore-networking-configuration any' 'machines restore-storage-configuration any' 'machines set-owner-data 1' 'machines set-storage-layout any' 'machines set-workload-annotations 1' 'machines unlock any' 'machines mark-broken any' 'machines power-off any' 'machines power-on any' 'machines query-power-state any' 'machines wait any' 'machines why 1' 'machines describe any'
            echo '<machines>'
        case 'inventory --where' 'ssh-config --where' 'status --where' 'top --where' 'machines delete --where' 'machines rm --where' 'machines get --where' 'machines show --where' 'machines update --where' 'machines clear-default-gateways --where' 'machines details --where' 'machines get-curtin-config --where' 'machines get-token --where' 'machines mount-special --where' 'machines unmount-special --where' 'machines power-parameters --where' 'machines restore-default-configuration --where' 'machines restore-networking-configuration --where' 'machines restore-storage-configuration --where' 'machines set-owner-data --where' 'machines set-storage-layout --where' 'machines set-workload-annotations --where' 'machines abort --where' 'machines commission --where' 'machines deploy --where' 'machines exit-rescue-mode --where' 'machines lock --where' 'machines unlock --where' 'machines mark-broken --where' 'machines mark-fixed --where' 'machines override-failed-testing --where' 'machines power-off --where' 'machines power-on --where' 'machines query-power-state --where' 'machines release --where' 'machines rescue-mode --where' 'machines test --where' 'machines issues --where' 'machines ssh --where' 'devices delete --where' 'devices rm --where' 'devices get --where' 'devices show --where' 'devices update --where' 'devices details --where' 'devices power-parameters --where' 'devices restore-default-configuration --where' 'devices restore-networking-configuration --where' 'devices set-owner-data --where' 'devices set-workload-annotations --where' 'nodes delete --where' 'nodes rm --where' 'nodes get --where' 'nodes show --where' 'nodes details --where' 'nodes power-parameters --where' 'bcache-cache-sets list --where' 'bcache-cache-sets ls --where' 'bcache-cache-sets create --where' 'bcaches list --where' 'bcaches ls --where' 'bcaches create --where' 'block-devices list --where' 'block-devices ls --where' 'block-devices create --where'
            echo '<where>'
        case 'inventory --family' 'ssh-config --family' 'machines ssh --family'
            printf '%s\n' 'ipv4' 'ipv6'
        case 'status --pool' 'top --pool' 'machines list --pool' 'machines ls --pool' 'machines allocate --not-in-pool' 'machines allocate --pool' 'devices list --pool' 'devices ls --pool' 'nodes list --pool' 'nodes ls --pool'
            echo '<resourcepools,>'
        case 'status --zone' 'top --zone' 'machines list --zone' 'machines ls --zone' 'machines allocate --not-in-zone' 'machines allocate --zone' 'devices list --zone' 'devices ls --zone' 'nodes list --zone' 'nodes ls --zone'
            echo '<zones,>'
        case 'status --tags' 'top --tags' 'machines list --tags' 'machines ls --tags' 'machines allocate --not-tags' 'machines allocate --tags' 'devices list --tags' 'devices ls --tags' 'nodes list --tags' 'nodes ls --tags'
            echo '<tags,>'
        case 'status --owner' 'top --owner' 'machines list --owner' 'machines ls --owner' 'devices list --owner' 'devices ls --owner' 'nodes list --owner' 'nodes ls --owner'
            echo '<users,>'
        case 'profiles set any'
            printf '%s\n' 'url=' 'signature=' 'addressing=' 'output=' 'ca-cert=' 'insecure=' 'clock-offset='
        case 'alias remove any' 'alias rm any'
            echo '<aliases>'
        case 'completion install 1' 'completion uninstall 1'
            printf '%s\n' 'bash' 'zsh' 'fish'
        case 'claims show 1' 'claims release 1'
            echo '<claims>'
        case 'claims release --progress' 'machines create --progress' 'machines accept --progress' 'machines accept-all --progress' 'machines allocate --progress' 'machines release-many --progress' 'machines abort --progress' 'machines commission --progress' 'machines deploy --progress' 'machines exit-rescue-mode --progress' 'machines power-off --progress' 'machines power-on --progress' 'machines release --progress' 'machines rescue-mode --progress' 'machines test --progress' 'machines wait --progress'
            printf '%s\n' 'auto' 'lines' 'json' 'none'
        case 'sandbox start --answers' 'sandbox exec --answers'
            printf '%s\n' 'documented' 'deployed'
        case 'sandbox faults 1'
            printf '%s\n' 'list' 'add' 'clear'
        case 'machines list --columns' 'machines ls --columns' 'machines create --columns' 'machines accept --columns' 'machines accept-all --columns' 'machines allocate --columns' 'machines list-allocated --columns' 'machines power-parameters-many --columns' 'machines release-many --columns' 'machines get --columns' 'machines show --columns' 'machines update --columns' 'machines clear-default-gateways --columns' 'machines get-curtin-config --columns' 'machines get-token --columns' 'machines mount-special --columns' 'machines unmount-special --columns' 'machines power-parameters --columns' 'machines restore-default-configuration --columns' 'machines restore-networking-configuration --columns' 'machines restore-storage-configuration --columns' 'machines set-storage-layout --columns' 'machines commission --columns' 'machines deploy --columns' 'machines exit-rescue-mode --columns' 'machines lock --columns' 'machines unlock --columns' 'machines mark-broken --columns' 'machines mark-fixed --columns' 'machines release --columns' 'machines rescue-mode --columns'
            printf '%s\n' ',' 'NAME' 'STATUS' 'POWER' 'OWNER' 'POOL' 'ZONE' 'ARCH' 'CPUS' 'RAM' 'OS' 'ID' 'TAGS' 'IP' 'LOCKED' 'STORAGE' 'MESSAGE'
        case 'machines list --hostname' 'machines list --id' 'machines list 1' 'machines ls --hostname' 'machines ls --id' 'machines ls 1' 'machines allocate --name' 'machines allocate --system-id' 'machines clone --destinations' 'machines power-parameters-many any'
            echo '<machines,>'
        case 'machines list --domain' 'machines ls --domain' 'devices list --domain' 'devices ls --domain' 'nodes list --domain' 'nodes ls --domain'
            echo '<domains,>'
        case 'machines list --fabrics' 'machines list --not-fabrics' 'machines ls --fabrics' 'machines ls --not-fabrics' 'machines allocate --fabrics' 'machines allocate --not-fabrics' 'devices list --fabrics' 'devices list --not-fabrics' 'devices ls --fabrics' 'devices ls --not-fabrics' 'nodes list --fabrics' 'nodes list --not-fabrics' 'nodes ls --fabrics' 'nodes ls --not-fabrics'
            echo '<fabrics,>'
        case 'machines list --subnets' 'machines list --not-subnets' 'machines ls --subnets' 'machines ls --not-subnets' 'machines allocate --not-subnets' 'machines allocate --subnets' 'devices list --subnets' 'devices list --not-subnets' 'devices ls --subnets' 'devices ls --not-subnets' 'nodes list --subnets' 'nodes list --not-subnets' 'nodes ls --subnets' 'nodes ls --not-subnets'
            echo '<subnets,>'
        case 'machines list --status' 'machines ls --status' 'devices list --status' 'devices ls --status' 'nodes list --status' 'nodes ls --status'
            printf '%s\n' ',' 'new' 'commissioning' 'failed_commissioning' 'missing' 'ready' 'reserved' 'deployed' 'retired' 'broken' 'deploying' 'allocated' 'failed_deployment' 'releasing' 'failed_releasing' 'disk_erasing' 'failed_disk_erasing' 'rescue_mode' 'entering_rescue_mode' 'failed_entering_rescue_mode' 'exiting_rescue_mode' 'failed_exiting_rescue_mode' 'testing' 'failed_testing'
        case 'machines list --pod' 'machines list --not-pod' 'machines ls --pod' 'machines ls --not-pod' 'machines allocate --pod' 'machines allocate --not-pod' 'devices list --pod' 'devices list --not-pod' 'devices ls --pod' 'devices ls --not-pod' 'nodes list --pod' 'nodes list --not-pod' 'nodes ls --pod' 'nodes ls --not-pod'
            echo '<vm-hosts,>'
        case 'machines list --power' 'machines ls --power' 'nodes list --power' 'nodes ls --power'
            printf '%s\n' ',' 'on' 'off' 'unknown' 'error'
        case 'machines list --os' 'machines ls --os' 'nodes list --os' 'nodes ls --os'
            echo '<series,>'
        case 'machines create --commissioning-scripts' 'machines commission --commissioning-scripts'
            echo '<commissioning-scripts,>'
        case 'machines create --domain' 'machines add-chassis --domain' 'machines update --domain' 'devices create --domain' 'devices update --domain' 'dnsresource-records list --domain' 'dnsresource-records ls --domain' 'dnsresource-records create --domain' 'dnsresources list --domain' 'dnsresources ls --domain' 'dnsresources create --domain' 'dnsresources update --domain' 'domains delete 1' 'domains rm 1' 'domains get 1' 'domains show 1' 'domains update 1' 'domains set-default 1'
            echo '<domains>'
        case 'machines create --power-type' 'machines update --power-type'
            printf '%s\n' 'manual' 'ipmi' 'redfish' 'virsh' 'amt' 'apc' 'dli' 'hmc' 'hmcz' 'lxd' 'moonshot' 'webhook'
        case 'machines create --testing-scripts' 'machines commission --testing-scripts' 'machines test --testing-scripts'
            echo '<scripts,>'
        case 'machines accept --machines'
            echo '<machines, new>'
        case 'machines add-chassis --chassis-type'
            printf '%s\n' 'hmcz' 'mscm' 'ocs' 'powerkvm' 'vmplatform' 'recs_box' 'sm15k' 'ucsm' 'virsh' 'vmmgr'
        case 'machines add-chassis --power-control'
            printf '%s\n' 'ipmi' 'restapi' 'restapi2'
        case 'machines add-chassis --rack-controller' 'devices create --parent' 'devices update --parent' 'nodes delete any' 'nodes rm any' 'nodes get any' 'nodes show any' 'nodes details any' 'nodes power-parameters any' 'nodes describe any' 'dhcp-snippets create --node' 'dhcp-snippets update --node' 'vlans update --primary-rack' 'vlans update --secondary-rack' 'bcache-cache-sets list any' 'bcache-cache-sets ls any' 'bcache-cache-sets create any' 'bcache-cache-sets delete 1' 'bcache-cache-sets rm 1' 'bcache-cache-sets get 1' 'bcache-cache-sets show 1' 'bcache-cache-sets update 1' 'bcaches list any' 'bcaches ls any' 'bcaches create any' 'bcaches delete 1' 'bcaches rm 1' 'bcaches get 1' 'bcaches show 1' 'bcaches update 1' 'block-devices list any' 'block-devices ls any' 'block-devices create any' 'partitions delete 1' 'partitions rm 1' 'partitions get 1' 'partitions show 1' 'partitions add-tag 1' 'partitions format 1'
            echo '<nodes>'
        case 'machines allocate --bridge-type' 'machines deploy --bridge-type'
            printf '%s\n' 'standard' 'ovs'
        case 'machines allocate --distro-series' 'machines deploy --distro-series' 'license-keys create --distro-series'
            echo '<series>'
        case 'machines release-many --machines'
            echo '<machines, reserved allocated deploying deployed broken failed_deployment failed_releasing failed_disk_erasing>'
        case 'machines set-zone --nodes' 'machines set-zone 1' 'devices set-zone --nodes' 'devices set-zone 1' 'nodes list --hostname' 'nodes list --id' 'nodes list 1' 'nodes ls --hostname' 'nodes ls --id' 'nodes ls 1' 'nodes set-zone --nodes' 'nodes set-zone 1' 'events query --hostname' 'events query --id' 'events ls --hostname' 'events ls --id' 'installation-results list --system-id' 'installation-results ls --system-id'
            echo '<nodes,>'
        case 'machines set-zone --zone' 'machines set-zone 2' 'machines update --zone' 'devices set-zone --zone' 'devices set-zone 2' 'devices update --zone' 'nodes set-zone --zone' 'nodes set-zone 2' 'events query --zone' 'events ls --zone'
            echo '<zones>'
        case 'machines update --pool'
            echo '<resourcepools>'
        case 'machines set-storage-layout --storage-layout'
            printf '%s\n' 'flat' 'lvm' 'bcache' 'vmfs6' 'vmfs7' 'custom' 'blank'
        case 'machines set-storage-layout --cache-mode'
            printf '%s\n' 'writeback' 'writethrough' 'writearound'
        case 'machines abort any'
            echo '<machines commissioning deploying releasing disk_erasing entering_rescue_mode exiting_rescue_mode testing>'
        case 'machines commission any'
            echo '<machines new ready broken failed_commissioning failed_testing>'
        case 'machines deploy any'
            echo '<machines ready allocated>'
        case 'machines exit-rescue-mode any'
            echo '<machines rescue_mode failed_entering_rescue_mode failed_exiting_rescue_mode>'
        case 'machines lock any'
            echo '<machines deployed deploying>'
        case 'machines mark-fixed any'
            echo '<machines broken>'
        case 'machines override-failed-testing any'
            echo '<machines failed_testing>'
        case 'machines power-off --stop-mode'
            printf '%s\n' 'soft' 'hard'
        case 'machines query-power-state --columns'
            printf '%s\n' ',' 'POWER'
        case 'machines release any'
            echo '<machines reserved allocated deploying deployed broken failed_deployment failed_releasing failed_disk_erasing>'
        case 'machines rescue-mode any' 'machines test any'
            echo '<machines new failed_commissioning missing ready reserved deployed retired broken allocated failed_deployment failed_releasing failed_disk_erasing failed_entering_rescue_mode failed_exiting_rescue_mode failed_testing>'
        case 'machines wait --for'
            printf '%s\n' ',' 'new' 'commissioning' 'failed_commissioning' 'missing' 'ready' 'reserved' 'deployed' 'retired' 'broken' 'deploying' 'allocated' 'failed_deployment' 'releasing' 'failed_releasing' 'disk_erasing' 'failed_disk_erasing' 'rescue_mode' 'entering_rescue_mode' 'failed_entering_rescue_mode' 'exiting_rescue_mode' 'failed_exiting_rescue_mode' 'testing' 'failed_testing' 'power=on' 'power=off' 'gone' 'ssh'
        case 'machines ssh any'
            echo '<machines deployed rescue_mode>'
        case 'devices list --columns' 'devices ls --columns' 'devices create --columns' 'devices get --columns' 'devices show --columns' 'devices update --columns' 'devices power-parameters --columns' 'devices restore-default-configuration --columns' 'devices restore-networking-configuration --columns'
            printf '%s\n' ',' 'NAME' 'ID' 'OWNER' 'ZONE' 'IP' 'MAC' 'PARENT' 'TAGS' 'DESCRIPTION'
        case 'devices list --hostname' 'devices list --id' 'devices list 1' 'devices ls --hostname' 'devices ls --id' 'devices ls 1'
            echo '<devices,>'
        case 'devices delete any' 'devices rm any' 'devices get any' 'devices show any' 'devices update any' 'devices details any' 'devices power-parameters any' 'devices restore-default-configuration any' 'devices restore-networking-configuration any' 'devices set-owner-data 1' 'devices set-workload-annotations 1' 'devices describe any'
            echo '<devices>'
        case 'nodes list --columns' 'nodes ls --columns' 'nodes get --columns' 'nodes show --columns' 'nodes power-parameters --columns'
            printf '%s\n' ',' 'NAME' 'STATUS' 'POWER' 'OWNER' 'POOL' 'ZONE' 'ARCH' 'CPUS' 'RAM' 'OS' 'ID' 'TAGS' 'IP' 'LOCKED' 'STORAGE' 'MESSAGE' 'TYPE'
        case 'tokens create --columns' 'commissioning-scripts list --columns' 'commissioning-scripts ls --columns' 'commissioning-scripts create --columns' 'commissioning-scripts get --columns' 'commissioning-scripts show --columns' 'commissioning-scripts update --columns'
            printf '%s\n' ',' 'NAME'
        case 'tokens list --columns' 'tokens ls --columns'
            printf '%s\n' ',' 'NAME' 'TOKEN'
        case 'sshkeys list --columns' 'sshkeys ls --columns' 'sshkeys create --columns' 'sshkeys import --columns' 'sshkeys get --columns' 'sshkeys show --columns'
            printf '%s\n' ',' 'ID' 'SOURCE' 'KEY'
        case 'sshkeys delete 1' 'sshkeys rm 1' 'sshkeys get 1' 'sshkeys show 1'
            echo '<sshkeys>'
        case 'sslkeys list --columns' 'sslkeys ls --columns' 'sslkeys create --columns' 'sslkeys get --columns' 'sslkeys show --columns'
            printf '%s\n' ',' 'ID' 'KEY'
        case 'sslkeys delete 1' 'sslkeys rm 1' 'sslkeys get 1' 'sslkeys show 1'
            echo '<sslkeys>'
        case 'boot-resources list --columns' 'boot-resources ls --columns' 'boot-resources create --columns' 'boot-resources get --columns' 'boot-resources show --columns'
            printf '%s\n' ',' 'ID' 'TYPE' 'NAME' 'ARCH' 'TITLE' 'SUBARCHES'
        case 'boot-resources list --type' 'boot-resources ls --type'
            printf '%s\n' 'synced' 'uploaded'
        case 'boot-resources create --filetype' 'boot-resources upload --filetype'
            printf '%s\n' 'tgz' 'tbz' 'txz' 'ddtgz' 'ddtbz' 'ddtxz' 'ddtar' 'ddbz2' 'ddgz' 'ddxz' 'ddraw'
        case 'boot-resources delete 1' 'boot-resources rm 1' 'boot-resources get 1' 'boot-resources show 1' 'boot-resources upload-chunk 1'
            echo '<boot-resources>'
        case 'boot-sources list --columns' 'boot-sources ls --columns' 'boot-sources create --columns' 'boot-sources get --columns' 'boot-sources show --columns' 'boot-sources update --columns'
            printf '%s\n' ',' 'ID' 'URL' 'KEYRING' 'UPDATED'
        case 'boot-sources delete 1' 'boot-sources rm 1' 'boot-sources get 1' 'boot-sources show 1' 'boot-sources update 1' 'boot-source-selections list 1' 'boot-source-selections ls 1' 'boot-source-selections create 1' 'boot-source-selections delete 1' 'boot-source-selections rm 1' 'boot-source-selections get 1' 'boot-source-selections show 1' 'boot-source-selections update 1'
            echo '<boot-sources>'
        case 'boot-source-selections list --columns' 'boot-source-selections ls --columns' 'boot-source-selections create --columns' 'boot-source-selections get --columns' 'boot-source-selections show --columns' 'boot-source-selections update --columns'
            printf '%s\n' ',' 'ID' 'OS' 'RELEASE' 'ARCHES' 'SUBARCHES' 'LABELS'
        case 'commissioning-scripts delete 1' 'commissioning-scripts rm 1' 'commissioning-scripts get 1' 'commissioning-scripts show 1' 'commissioning-scripts update 1'
            echo '<commissioning-scripts>'
        case 'dhcp-snippets list --columns' 'dhcp-snippets ls --columns' 'dhcp-snippets create --columns' 'dhcp-snippets get --columns' 'dhcp-snippets show --columns' 'dhcp-snippets update --columns' 'dhcp-snippets revert --columns'
            printf '%s\n' ',' 'ID' 'NAME' 'ENABLED' 'GLOBAL' 'SUBNET' 'NODE' 'DESCRIPTION' 'VALUE' 'REVISIONS'
        case 'dhcp-snippets create --subnet' 'dhcp-snippets update --subnet' 'ipaddresses reserve --subnet' 'ipranges create --subnet'
            echo '<subnets>'
        case 'dhcp-snippets delete 1' 'dhcp-snippets rm 1' 'dhcp-snippets get 1' 'dhcp-snippets show 1' 'dhcp-snippets update 1' 'dhcp-snippets revert 1'
            echo '<dhcp-snippets>'
        case 'discovery list --columns' 'discovery ls --columns' 'discovery by-unknown-ip --columns' 'discovery by-unknown-mac --columns' 'discovery by-unknown-ip-and-mac --columns' 'discovery get --columns' 'discovery show --columns'
            printf '%s\n' ',' 'IP' 'MAC' 'HOST' 'FABRIC' 'VID' 'MAKER' 'ID'
        case 'discovery scan --columns'
            printf '%s\n' ',' 'RESULT' 'STARTED' 'FAILED' 'UNREACHED' 'ATTEMPTED'
        case 'dnsresource-records list --columns' 'dnsresource-records ls --columns' 'dnsresource-records create --columns' 'dnsresource-records get --columns' 'dnsresource-records show --columns' 'dnsresource-records update --columns'
            printf '%s\n' ',' 'ID' 'FQDN' 'TYPE' 'TTL' 'DATA'
        case 'dnsresource-records list --rrtype' 'dnsresource-records ls --rrtype' 'dnsresource-records create --rrtype' 'dnsresource-records update --rrtype' 'dnsresources list --rrtype' 'dnsresources ls --rrtype'
            printf '%s\n' 'cname' 'mx' 'ns' 'srv' 'sshfp' 'txt'
        case 'dnsresource-records delete 1' 'dnsresource-records rm 1' 'dnsresource-records get 1' 'dnsresource-records show 1' 'dnsresource-records update 1'
            echo '<dnsresourcerecords>'
        case 'dnsresources list --columns' 'dnsresources ls --columns' 'dnsresources create --columns' 'dnsresources get --columns' 'dnsresources show --columns' 'dnsresources update --columns'
            printf '%s\n' ',' 'ID' 'FQDN' 'ADDRESSES' 'TTL' 'RECORDS'
        case 'dnsresources delete 1' 'dnsresources rm 1' 'dnsresources get 1' 'dnsresources show 1' 'dnsresources update 1'
            echo '<dnsresources>'
        case 'domains list --columns' 'domains ls --columns' 'domains create --columns' 'domains get --columns' 'domains show --columns' 'domains update --columns' 'domains set-default --columns'
            printf '%s\n' ',' 'ID' 'NAME' 'DEFAULT' 'AUTHORITATIVE' 'TTL' 'RECORDS'
        case 'domains create --authoritative' 'domains update --authoritative'
            printf '%s\n' 'true' 'false'
        case 'events query --columns' 'events ls --columns'
            printf '%s\n' ',' 'ID' 'TIME' 'LEVEL' 'HOST' 'TYPE' 'DESCRIPTION' 'NODE' 'USER'
        case 'events query --level' 'events ls --level'
            printf '%s\n' 'AUDIT' 'CRITICAL' 'DEBUG' 'ERROR' 'INFO' 'WARNING'
        case 'events query --owner' 'events ls --owner' 'ipaddresses list --owner' 'ipaddresses ls --owner'
            echo '<users>'
        case 'fabrics list --columns' 'fabrics ls --columns' 'fabrics create --columns' 'fabrics get --columns' 'fabrics show --columns' 'fabrics update --columns'
            printf '%s\n' ',' 'ID' 'NAME' 'CLASS' 'VLANS' 'VIDS'
        case 'fabrics delete 1' 'fabrics rm 1' 'fabrics get 1' 'fabrics show 1' 'fabrics update 1' 'vlans list 1' 'vlans ls 1' 'vlans create 1' 'vlans delete 1' 'vlans rm 1' 'vlans get 1' 'vlans show 1' 'vlans update 1'
            echo '<fabrics>'
        case 'vlans list --columns' 'vlans ls --columns' 'vlans create --columns' 'vlans get --columns' 'vlans show --columns' 'vlans update --columns'
            printf '%s\n' ',' 'VID' 'NAME' 'FABRIC' 'SPACE' 'DHCP' 'MTU' 'PRIMARY' 'SECONDARY' 'RELAY' 'ID'
        case 'vlans create --space' 'vlans update --space'
            printf '%s\n' 'undefined'
        case 'files list --columns' 'files ls --columns' 'files create --columns' 'files get-by-query --columns' 'files get-by-key --columns' 'files get --columns' 'files show --columns'
            printf '%s\n' ',' 'FILENAME' 'URI'
        case 'files delete 1' 'files rm 1' 'files get 1' 'files show 1'
            echo '<files>'
        case 'installation-results list --columns' 'installation-results ls --columns'
            printf '%s\n' ',' 'NODE' 'NAME' 'RESULT' 'TYPE' 'UPDATED' 'ID' 'CREATED'
        case 'ipaddresses list --columns' 'ipaddresses ls --columns' 'ipaddresses reserve --columns'
            printf '%s\n' ',' 'IP' 'TYPE' 'OWNER' 'SUBNET' 'NODE' 'CREATED' 'MAC'
        case 'ipranges list --columns' 'ipranges ls --columns' 'ipranges create --columns' 'ipranges get --columns' 'ipranges show --columns' 'ipranges update --columns'
            printf '%s\n' ',' 'ID' 'START' 'END' 'TYPE' 'SUBNET' 'USER' 'COMMENT'
        case 'ipranges create --type'
            printf '%s\n' 'dynamic' 'reserved'
        case 'ipranges delete 1' 'ipranges rm 1' 'ipranges get 1' 'ipranges show 1' 'ipranges update 1'
            echo '<ipranges>'
        case 'license-keys list --columns' 'license-keys ls --columns' 'license-keys create --columns' 'license-keys get --columns' 'license-keys show --columns' 'license-keys update --columns'
            printf '%s\n' ',' 'OS' 'SERIES' 'KEY'
        case 'config get 1' 'config show 1' 'config set 1' 'config describe any'
            printf '%s\n' 'active_discovery_interval' 'allow_only_trusted_transfers' 'auto_vlan_creation' 'boot_images_auto_import' 'boot_images_no_proxy' 'commissioning_distro_series' 'completed_intro' 'curtin_verbose' 'default_boot_interface_link_type' 'default_distro_series' 'default_dns_ttl' 'default_min_hwe_kernel' 'default_osystem' 'default_storage_layout' 'disk_erase_with_quick_erase' 'disk_erase_with_secure_erase' 'dns_trusted_acl' 'dnssec_validation' 'enable_analytics' 'enable_disk_erasing_on_release' 'enable_http_proxy' 'enable_kernel_crash_dump' 'enable_third_party_drivers' 'enlist_commissioning' 'force_v1_network_yaml' 'hardware_sync_interval' 'http_proxy' 'kernel_opts' 'svc_auto_ipmi_cipher_suite_id' 'svc_auto_ipmi_k_g_bmc_key' 'svc_auto_ipmi_user' 'svc_auto_ipmi_user_privilege_level' 'svc_auto_ipmi_workaround_flags' 'svc_internal_domain' 'svc_name' 'svc_proxy_port' 'svc_syslog_port' 'max_node_commissioning_results' 'max_node_installation_results' 'max_node_release_results' 'max_node_testing_results' 'network_discovery' 'node_timeout' 'ntp_external_only' 'ntp_servers' 'prefer_v4_proxy' 'metrics_enabled' 'metrics_push_gateway' 'metrics_push_interval' 'logship_enabled' 'logship_port' 'release_notifications' 'remote_syslog' 'session_length' 'subnet_ip_exhaustion_threshold_count' 'theme' 'tls_cert_expiration_notification_enabled' 'tls_cert_expiration_notification_interval' 'upstream_dns' 'use_peer_proxy' 'use_rack_proxy' 'hvmgr_datacenter' 'hvmgr_server' 'hvmgr_username' 'hvmgr_password' 'os_kms_host'
        case 'networks list --columns' 'networks ls --columns' 'networks create --columns' 'networks get --columns' 'networks show --columns' 'networks update --columns' 'networks connect-macs --columns' 'networks disconnect-macs --columns'
            printf '%s\n' ',' 'NAME' 'IP' 'NETMASK' 'VLAN' 'GATEWAY' 'DESCRIPTION' 'DNS'
        case 'networks delete 1' 'networks rm 1' 'networks get 1' 'networks show 1' 'networks update 1' 'networks connect-macs 1' 'networks disconnect-macs 1' 'networks list-connected-macs 1'
            echo '<networks>'
        case 'networks list-connected-macs --columns'
            printf '%s\n' ',' 'MAC'
        case 'bcache-cache-sets list --columns' 'bcache-cache-sets ls --columns' 'bcache-cache-sets create --columns' 'bcache-cache-sets get --columns' 'bcache-cache-sets show --columns' 'bcache-cache-sets update --columns'
            printf '%s\n' ',' 'ID' 'NAME' 'DEVICE' 'SIZE' 'NODE'
        case 'bcaches list --columns' 'bcaches ls --columns' 'bcaches create --columns' 'bcaches get --columns' 'bcaches show --columns' 'bcaches update --columns'
            printf '%s\n' ',' 'ID' 'NAME' 'SIZE' 'MODE' 'BACKING' 'UUID'
        case 'bcaches create --cache-mode' 'bcaches update --cache-mode'
            printf '%s\n' 'WRITEBACK' 'WRITETHROUGH' 'WRITEAROUND'
        case 'block-devices list --columns' 'block-devices ls --columns' 'block-devices create --columns'
            printf '%s\n' ',' 'ID' 'NAME' 'TYPE' 'SIZE' 'FREE' 'MODEL' 'SERIAL' 'PATH' 'TAGS'
        case 'partitions get --columns' 'partitions show --columns' 'partitions add-tag --columns' 'partitions format --columns'
            printf '%s\n' ',' 'ID' 'PATH' 'SIZE' 'FS' 'MOUNT' 'BOOT' 'TAGS' 'UUID'
    end
    __svc_learned value (string replace -r ' any$' ' *' -- "$argv[1]")
end

# The operator's programs svc-NAME.
function __svc_programs
    for program in $PATH/svc-*
        set -l name (string replace -r '^.*/svc-' '' -- $program)
        string match -qr '^[A-Za-z0-9][A-Za-z0-9._-]*$' -- "$name"; and test -f "$program" -a -x "$program"
        and printf '%s\t%s\n' $name $program
    end
end

function __svc_offer --no-scope-shadowing
    set -l prefix $argv[1]
    set -l current $argv[2]
    set -l pending $argv[3]
    set -l values $argv[4..-1]
    if string match -q '@*' -- $current
        for path in (__fish_complete_path (string sub -s 2 -- $current))
            echo "$prefix@$path"
        end
    else if test "$values" = '<file>'
        for path in (__fish_complete_path $current)
            echo "$prefix$path"
        end
    else if string match -q '<*' -- "$values"
        for offer in (svc __complete --shell=fish "--of=$values" "--word=$current" -- $words 2>/dev/null </dev/null)
            echo "$prefix$offer"
        end
    else if test "$values[1]" = ,
        # Several words with commas between them; columns in lower case too, and behind a minus sign where rows are sorted.
        set -l head (string replace -r '[^,]*$' '' -- $current)
        set -l part (string replace -r '^.*,' '' -- $current)
        set -l sign ''
        if test "$pending" = --sort; and string match -q -- '-*' $part
            set sign -
        end
        contains -- "$pending" --sort --columns; and string match -qr '[a-z]' -- $part; and set values (string lower -- $values)
        set -l taken (string split , -- $head)
        for value in $values[2..-1]
            contains -- $sign$value $taken; or echo "$prefix$head$sign$value"
        end
    else
        for value in $values
            echo "$prefix$value"
        end
    end
end

function __svc_complete
    set -l words (commandline -opc)
    set -e words[1]
    # Of a quoted word fish hands the quotes over too.
    set -l current (commandline -ct | string replace -r '^["\']' '' | string unescape)
    set -l root ''
    set -l verb ''
    set -l command ''
    set -l pending ''
    set -l count 0
    set -l rest 0
    set -l expanded 0
    set -l index 0
    while test $index -lt (count $words)
        set index (math $index + 1)
        set -l word $words[$index]
        if test $rest -gt 0
            break
        else if test -n "$pending"
            set pending ''
        else if test "$word" = --
            set rest (math $index + 1)
        else if string match -q -- '-*' $word
            if begin
                    __svc_options global
                    __svc_options $command
                end | string match -q -- "$word="\t'*'
                set pending $word
            end
        else if test -z "$root"
            set root (__svc_root $word)
            set command $root
            set -l verbs (__svc_verbs $root)
            if test (count $verbs) -eq 0; and string match -qr '[-_]' -- $root
                # A described group may be written as its words.
                set -l joined (string replace -ra '[-_]' '' -- $root)
                set verbs (__svc_verbs $joined)
                test (count $verbs) -gt 0; and set root $joined; and set command $joined
            end
            if test (count $verbs) -gt 0
                continue
            end
            if __svc_roots | string match -q -- "$root"\t'*'
                set verb -
            else if test $expanded -eq 0; and __svc_aliases | string match -q -- "$root"\t'*'
                # svc knows what stands in the place of an alias.
                set expanded 1
                set -l line (svc __complete --shell=fish --expand -- $words 2>/dev/null </dev/null)
                if test (count $line) -gt 0
                    set words $line
                    set index 0
                    set root ''
                    set command ''
                else
                    set verb -
                end
            else if command -q svc-$root
                complete -C (string join ' ' -- (string escape -- svc-$root $words[(math $index + 1)..-1]) $current)
                return
            else
                set verb -
            end
        else if test -z "$verb"
            set verb $word
            set command "$root $word"
        else
            set count (math $count + 1)
        end
    end
    if test $rest -gt 0
        switch $command
            case 'sandbox exec'
                complete -C (string join ' ' -- (string escape -- $words[$rest..-1]) $current)
                return
        end
        set count (math $count + (count $words[$rest..-1]))
    end
    set -l prefix ''
    if test -z "$pending" -a $rest -eq 0; and string match -q -- '--*=*' $current
        set pending (string replace -r '=.*' '' -- $current)
        set prefix "$pending="
        set current (string replace -r '^[^=]*=' '' -- $current)
    end
    if test -n "$pending"
        set -l values (__svc_values "$command "(string replace -r '^--sort$' -- --columns $pending))
        test (count $values) -gt 0; or set values (__svc_values "any $pending")
        __svc_offer "$prefix" "$current" "$pending" $values
    else if test $rest -eq 0; and string match -q -- '-*' $current
        set -l own (__svc_options $command)
        set -l refused (string replace -rf '^!(\S+).*' '$1' -- $own)
        for option in $own (__svc_options global)
            set -l flag (string replace -r '=?\t.*' '' -- $option)
            string match -q -- '!*' $flag; or contains -- $flag $refused
            or string replace -r '^([^=\t]+)=\t' '$1\t' -- $option
        end
    else if test -z "$verb"; or test "$verb" = help -a $count -eq 0
        __svc_verbs $root
    else if test "$root" = help -a $count -eq 0
        __svc_verbs (__svc_root $verb)
    else
        set -l values (__svc_values "$command "(math $count + 1))
        test (count $values) -gt 0; or set values (__svc_values "$command any")
        __svc_offer '' "$current" '' $values
    end
end

complete -c svc -f -a '(__svc_complete)'

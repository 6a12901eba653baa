# Completion of svc for bash, written from the catalogue of operations.
#
# For this shell:     source <(svc completion bash)
# For every shell:    svc completion install bash
# It asks svc for names of machines and other objects alone, and needs no other package.

_svc_roots='login logout profiles alias doctor operations describe completion api export schema plan apply claims inventory ssh-config status top sandbox machines devices nodes tokens sshkeys sslkeys boot-resources boot-sources boot-source-selections commissioning-scripts dhcp-snippets discovery dnsresource-records dnsresources domains events fabrics vlans files installation-results ipaddresses ipranges license-keys config networks bcache-cache-sets bcaches block-devices partitions version help'
_svc_globals='--profile= -p= --url= --api-key-file= --api-key-stdin --output= -o= --columns= --sort= --no-header --query= --show-secrets --quiet -q --verbose -v --debug --curl --timeout= --retries= --ca-cert= --insecure --signature= --addressing= --yes -y --no-color --no-pager --config-dir= --help -h --version -V'

# What the service that was used last describes beyond the documents, as svc keeps it in its cache.
_svc_learned() {
  local cache=${SVC_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/svc} name= kind about word help file=words
  [[ -f $cache/completion && -O $cache/completion ]] || return 0
  IFS= read -r name <"$cache/completion"
  [[ $1 == alias || $2 == - ]] || file=words-${2%% *}
  [[ -z $name || $name$file == *[!A-Za-z0-9._-]* ]] && return 0
  file=$cache/descriptions/$name/$file
  [[ -f $file && -O $file ]] || return 0
  while IFS=$'\t' read -r kind about word help; do
    [[ $kind == "$1" && $about == "$2" ]] || continue
    [[ $word == '<'*'>' && $word != *[!A-Za-z_,' <>'-]* || $word != *[!A-Za-z0-9.+:/@_=,\ -]* ]] || continue
    case $kind in
      alias | value) REPLY=$word ;;
      *) REPLY+=" $word" ;;
    esac
  done <"$file"
}

_svc_root() {
  case $1 in
    machine) REPLY=machines ;;
    device) REPLY=devices ;;
    node) REPLY=nodes ;;
    token) REPLY=tokens ;;
    sshkey) REPLY=sshkeys ;;
    ssh-keys) REPLY=sshkeys ;;
    ssh-key) REPLY=sshkeys ;;
    sslkey) REPLY=sslkeys ;;
    ssl-keys) REPLY=sslkeys ;;
    ssl-key) REPLY=sslkeys ;;
    boot-resource) REPLY=boot-resources ;;
    boot-source) REPLY=boot-sources ;;
    boot-source-selection) REPLY=boot-source-selections ;;
    commissioning-script) REPLY=commissioning-scripts ;;
    dhcp-snippet) REPLY=dhcp-snippets ;;
    discoveries) REPLY=discovery ;;
    dnsresource-record) REPLY=dnsresource-records ;;
    dnsresource) REPLY=dnsresources ;;
    domain) REPLY=domains ;;
    event) REPLY=events ;;
    fabric) REPLY=fabrics ;;
    vlan) REPLY=vlans ;;
    file) REPLY=files ;;
    installation-result) REPLY=installation-results ;;
    ipaddress) REPLY=ipaddresses ;;
    ip-addresses) REPLY=ipaddresses ;;
    ip-address) REPLY=ipaddresses ;;
    iprange) REPLY=ipranges ;;
    ip-ranges) REPLY=ipranges ;;
    ip-range) REPLY=ipranges ;;
    license-key) REPLY=license-keys ;;
    configuration) REPLY=config ;;
    network) REPLY=networks ;;
    bcache-cache-set) REPLY=bcache-cache-sets ;;
    bcache) REPLY=bcaches ;;
    block-device) REPLY=block-devices ;;
    blockdevices) REPLY=block-devices ;;
    blockdevice) REPLY=block-devices ;;
    partition) REPLY=partitions ;;
    *) REPLY=$1 ;;
  esac
  _svc_learned alias "${1:--}"
}

_svc_verbs() {
  case $1 in
    '') REPLY=$_svc_roots; _svc_aliases; _svc_programs ;;
    profiles) REPLY='current env list remove rename set show use' ;;
    alias) REPLY='list remove set' ;;
    completion) REPLY='bash fish install uninstall zsh' ;;
    claims) REPLY='list release show' ;;
    sandbox) REPLY='exec faults requests reset start status stop' ;;
    machines) REPLY='abort accept accept-all add-chassis allocate clear-default-gateways clone commission create delete deploy describe details exit-rescue-mode get get-curtin-config get-token is-registered issues list list-allocated lock mark-broken mark-fixed mount-special override-failed-testing power-off power-on power-parameters power-parameters-many query-power-state release release-many rescue-mode restore-default-configuration restore-networking-configuration restore-storage-configuration set-owner-data set-storage-layout set-workload-annotations set-zone ssh test unlock unmount-special update wait why' ;;
    devices) REPLY='create delete describe details get is-registered list power-parameters restore-default-configuration restore-networking-configuration set-owner-data set-workload-annotations set-zone update' ;;
    nodes) REPLY='delete describe details get is-registered list power-parameters set-zone' ;;
    tokens) REPLY='create delete list rename' ;;
    sshkeys) REPLY='create delete get import list' ;;
    sslkeys) REPLY='create delete get list' ;;
    boot-resources) REPLY='create delete get import is-importing list stop-import upload upload-chunk' ;;
    boot-sources) REPLY='create delete get list update' ;;
    boot-source-selections) REPLY='create delete get list update' ;;
    commissioning-scripts) REPLY='create delete get list update' ;;
    dhcp-snippets) REPLY='create delete get list revert update' ;;
    discovery) REPLY='by-unknown-ip by-unknown-ip-and-mac by-unknown-mac clear clear-by-mac-and-ip get list scan' ;;
    dnsresource-records) REPLY='create delete get list update' ;;
    dnsresources) REPLY='create delete get list update' ;;
    domains) REPLY='create delete get list set-default set-serial update' ;;
    events) REPLY='query' ;;
    fabrics) REPLY='create delete get list update' ;;
    vlans) REPLY='create delete get list update' ;;
    files) REPLY='create delete delete-by-query get get-by-key get-by-query list' ;;
    installation-results) REPLY='list' ;;
    ipaddresses) REPLY='list release reserve' ;;
    ipranges) REPLY='create delete get list update' ;;
    license-keys) REPLY='create delete get list update' ;;
    config) REPLY='describe get list set' ;;
    networks) REPLY='connect-macs create delete disconnect-macs get list list-connected-macs update' ;;
    bcache-cache-sets) REPLY='create delete get list update' ;;
    bcaches) REPLY='create delete get list update' ;;
    block-devices) REPLY='create list' ;;
    partitions) REPLY='add-tag delete format get' ;;
    version) REPLY='get' ;;
    help) REPLY='login logout profiles alias doctor operations describe completion api export schema plan apply claims inventory ssh-config status top sandbox machines devices nodes tokens sshkeys sslkeys boot-resources boot-sources boot-source-selections commissioning-scripts dhcp-snippets discovery dnsresource-records dnsresources domains events fabrics vlans files installation-results ipaddresses ipranges license-keys config networks bcache-cache-sets bcaches block-devices partitions version environment exit-codes output values' ;;
    *) REPLY= ;;
  esac
  _svc_learned verb "${1:--}"
}

# A = marks an option that takes a value, and a ! a global one that the command refuses.
_svc_options() {
  case $1 in
    'login') REPLY='--no-check --force !--curl' ;;
    'logout') REPLY='--revoke !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl' ;;
    'doctor') REPLY='!--show-secrets !--curl !--retries' ;;
    'operations') REPLY='--all !--show-secrets !--curl' ;;
    'describe') REPLY='--refresh !--show-secrets !--curl' ;;
    'api') REPLY='--field= -f= --form= -F= --input= --include' ;;
    'export') REPLY='!--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl' ;;
    'schema') REPLY='!--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl' ;;
    'plan') REPLY='--prune --save= --exit-code --replace-failed --keep= !--show-secrets !--curl' ;;
    'apply') REPLY='--prune --plan= --parallel= --fail-fast --replace-failed --keep= --wait-timeout= --poll-interval= !--show-secrets !--curl' ;;
    'inventory') REPLY='--list --host= --all --where= --login-name= -l= --address= --family= !--columns !--sort !--no-header !--query !--show-secrets !--curl' ;;
    'ssh-config') REPLY='--file= --prefix= --where= --login-name= -l= --address= --family= --jump= -J= --identity= -i= --port= !--curl' ;;
    'status') REPLY='--pool= --zone= --tags= --mine --owner= --where= --watch -w --poll-interval= !--curl' ;;
    'top') REPLY='--pool= --zone= --tags= --mine --owner= --where= --interval= !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--verbose !-v !--debug !--curl !--yes !-y' ;;
    'profiles list') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'profiles ls') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'profiles use') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'profiles show') REPLY='!--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'profiles current') REPLY='!--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'profiles env') REPLY='!--url !--api-key-file !--api-key-stdin !--columns !--sort !--no-header !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'profiles rename') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'profiles remove') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'profiles rm') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'profiles set') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'alias list') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'alias ls') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'alias set') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'alias remove') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'alias rm') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'completion bash') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'completion zsh') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'completion fish') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'completion install') REPLY='--dry-run --force !--profile !-p !--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'completion uninstall') REPLY='--dry-run !--profile !-p !--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'claims list') REPLY='!--curl' ;;
    'claims ls') REPLY='!--curl' ;;
    'claims show') REPLY='!--curl' ;;
    'claims release') REPLY='--wait --wait-timeout= --poll-interval= --progress= !--curl' ;;
    'sandbox start') REPLY='--port= --host= --segment= --machines= --seed= --speed= --instant --record= --allow-host= --answers= --fault= --state= --detach --print-key !--profile !-p !--url !--api-key-file !--api-key-stdin !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'sandbox exec') REPLY='--segment= --machines= --seed= --speed= --instant --record= --allow-host= --answers= --fault= --env= !--profile !-p !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'sandbox status') REPLY='--print-key --user= !--profile !-p !--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'sandbox stop') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--output !-o !--columns !--sort !--no-header !--query !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'sandbox reset') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'sandbox requests') REPLY='--last= !--profile !-p !--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'sandbox faults') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'machines list') REPLY='--hostname= --cpu-count= --mem= --mac-address= --id= --domain= --zone= --pool= --agent-name= --fabrics= --not-fabrics= --vlans= --not-vlans= --subnets= --not-subnets= --link-speed= --status= --pod= --not-pod= --pod-type= --not-pod-type= --devices= --watch -w --poll-interval= --limit= --mine --owner= --tags= --power= --os= --set= --no-check' ;;
    'machines ls') REPLY='--hostname= --cpu-count= --mem= --mac-address= --id= --domain= --zone= --pool= --agent-name= --fabrics= --not-fabrics= --vlans= --not-vlans= --subnets= --not-subnets= --link-speed= --status= --pod= --not-pod= --pod-type= --not-pod-type= --devices= --watch -w --poll-interval= --limit= --mine --owner= --tags= --power= --os= --set= --no-check' ;;
    'machines create') REPLY='--architecture= --mac-addresses= --subarchitecture= --commission --no-commission --commissioning-scripts= --deployed --no-deployed --description= --domain= --enable-ssh --no-enable-ssh --hostname= --is-dpu --no-is-dpu --min-hwe-kernel= --power-type= --power-parameters= --skip-bmc-config --no-skip-bmc-config --skip-networking --no-skip-networking --skip-storage --no-skip-storage --testing-scripts= --wait --wait-timeout= --poll-interval= --progress= --dry-run --set= --no-check' ;;
    'machines accept') REPLY='--machines= --wait --wait-timeout= --poll-interval= --progress= --dry-run --set= --no-check' ;;
    'machines accept-all') REPLY='--wait --wait-timeout= --poll-interval= --progress= --dry-run --set= --no-check' ;;
    'machines add-chassis') REPLY='--chassis-type= --hostname= --accept-all --no-accept-all --domain= --password= --username= --port= --power-control= --prefix-filter= --protocol= --rack-controller= --token-name= --token-secret= --verify-ssl --no-verify-ssl --dry-run --set= --no-check' ;;
    'machines allocate') REPLY='--agent-name= --arch= --bridge-all --no-bridge-all --bridge-fd= --bridge-stp --no-bridge-stp --comment= --cpu-count= --mem= --devices= --dry-run --no-dry-run --fabric-classes= --fabrics= --not-fabric-classes= --not-fabrics= --not-in-pool= --not-in-zone= --not-subnets= --not-tags= --interfaces= --name= --pod= --pod-type= --not-pod= --not-pod-type= --pool= --storage= --subnets= --system-id= --tags= --verbose-constraints --no-verbose-constraints --zone= --bridge-type= --distro-series= --enable-hw-sync --no-enable-hw-sync --enable-kernel-crash-dump --no-enable-kernel-crash-dump --ephemeral-deploy --no-ephemeral-deploy --hwe-kernel= --install-kvm --no-install-kvm --install-rackd --no-install-rackd --register-vmhost --no-register-vmhost --user-data= --vcenter-registration --no-vcenter-registration --user-data-base64= --deploy --release-on-failure --wait --wait-timeout= --poll-interval= --progress= --set= --no-check' ;;
    'machines clone') REPLY='--source= --destinations= --interfaces --no-interfaces --storage --no-storage --dry-run --set= --no-check' ;;
    'machines is-registered') REPLY='--mac-address= --set= --no-check' ;;
    'machines list-allocated') REPLY='--set= --no-check' ;;
    'machines power-parameters-many') REPLY='--set= --no-check' ;;
    'machines release-many') REPLY='--machines= --comment= --wait --wait-timeout= --poll-interval= --progress= --dry-run --set= --no-check' ;;
    'machines set-zone') REPLY='--nodes= --zone= --dry-run --set= --no-check' ;;
    'machines delete') REPLY='--force --no-force --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines rm') REPLY='--force --no-force --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines get') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'machines show') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'machines update') REPLY='--architecture= --cpu-count= --description= --disable-ipv4 --no-disable-ipv4 --domain= --hostname= --memory= --min-hwe-kernel= --pool= --power-parameters-skip-check --no-power-parameters-skip-check --power-parameters= --power-type= --swap-size= --zone= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines clear-default-gateways') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines details') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'machines get-curtin-config') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'machines get-token') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'machines mount-special') REPLY='--fstype= --mount-point= --mount-option= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines unmount-special') REPLY='--mount-point= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines power-parameters') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'machines restore-default-configuration') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines restore-networking-configuration') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines restore-storage-configuration') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines set-owner-data') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines set-storage-layout') REPLY='--storage-layout= --boot-size= --root-device= --root-size= --lv-name= --lv-size= --vg-name= --cache-device= --cache-mode= --cache-no-part --no-cache-no-part --cache-size= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines set-workload-annotations') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines abort') REPLY='--comment= --wait --wait-timeout= --poll-interval= --progress= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines commission') REPLY='--commissioning-scripts= --enable-ssh --no-enable-ssh --parameters= --skip-bmc-config --no-skip-bmc-config --skip-networking --no-skip-networking --skip-storage --no-skip-storage --testing-scripts= --wait --wait-timeout= --poll-interval= --progress= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines deploy') REPLY='--agent-name= --bridge-all --no-bridge-all --bridge-fd= --bridge-stp --no-bridge-stp --bridge-type= --comment= --distro-series= --enable-hw-sync --no-enable-hw-sync --enable-kernel-crash-dump --no-enable-kernel-crash-dump --ephemeral-deploy --no-ephemeral-deploy --hwe-kernel= --install-kvm --no-install-kvm --install-rackd --no-install-rackd --register-vmhost --no-register-vmhost --user-data= --vcenter-registration --no-vcenter-registration --user-data-base64= --wait --wait-timeout= --poll-interval= --progress= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines exit-rescue-mode') REPLY='--wait --wait-timeout= --poll-interval= --progress= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines lock') REPLY='--comment= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines unlock') REPLY='--comment= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines mark-broken') REPLY='--comment= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines mark-fixed') REPLY='--comment= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines override-failed-testing') REPLY='--comment= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines power-off') REPLY='--comment= --stop-mode= --wait --wait-timeout= --poll-interval= --progress= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines power-on') REPLY='--comment= --user-data= --user-data-base64= --wait --wait-timeout= --poll-interval= --progress= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines query-power-state') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'machines release') REPLY='--comment= --erase --no-erase --force --no-force --quick-erase --no-quick-erase --secure-erase --no-secure-erase --wait --wait-timeout= --poll-interval= --progress= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines rescue-mode') REPLY='--wait --wait-timeout= --poll-interval= --progress= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines test') REPLY='--enable-ssh --no-enable-ssh --parameters= --testing-scripts= --wait --wait-timeout= --poll-interval= --progress= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'machines wait') REPLY='--for= --all --wait-timeout= --poll-interval= --progress= !--curl' ;;
    'machines issues') REPLY='--where= --no-power !--curl' ;;
    'machines why') REPLY='!--curl' ;;
    'machines describe') REPLY='--events= !--curl' ;;
    'machines ssh') REPLY='--login-name= -l= --address= --family= --jump= -J= --identity= -i= --port= --ssh-option= -o= --force --dry-run --where= --parallel= !--output !--columns !--sort !--no-header !--query !--show-secrets !--curl' ;;
    'devices list') REPLY='--hostname= --cpu-count= --mem= --mac-address= --id= --domain= --zone= --pool= --agent-name= --fabrics= --not-fabrics= --vlans= --not-vlans= --subnets= --not-subnets= --link-speed= --status= --pod= --not-pod= --pod-type= --not-pod-type= --devices= --watch -w --poll-interval= --limit= --mine --owner= --tags= --set= --no-check' ;;
    'devices ls') REPLY='--hostname= --cpu-count= --mem= --mac-address= --id= --domain= --zone= --pool= --agent-name= --fabrics= --not-fabrics= --vlans= --not-vlans= --subnets= --not-subnets= --link-speed= --status= --pod= --not-pod= --pod-type= --not-pod-type= --devices= --watch -w --poll-interval= --limit= --mine --owner= --tags= --set= --no-check' ;;
    'devices create') REPLY='--mac-addresses= --description= --domain= --hostname= --parent= --dry-run --set= --no-check' ;;
    'devices is-registered') REPLY='--mac-address= --set= --no-check' ;;
    'devices set-zone') REPLY='--nodes= --zone= --dry-run --set= --no-check' ;;
    'devices delete') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'devices rm') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'devices get') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'devices show') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'devices update') REPLY='--description= --domain= --hostname= --parent= --zone= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'devices details') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'devices power-parameters') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'devices restore-default-configuration') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'devices restore-networking-configuration') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'devices set-owner-data') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'devices set-workload-annotations') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'devices describe') REPLY='--events= !--curl' ;;
    'nodes list') REPLY='--hostname= --cpu-count= --mem= --mac-address= --id= --domain= --zone= --pool= --agent-name= --fabrics= --not-fabrics= --vlans= --not-vlans= --subnets= --not-subnets= --link-speed= --status= --pod= --not-pod= --pod-type= --not-pod-type= --devices= --watch -w --poll-interval= --limit= --mine --owner= --tags= --power= --os= --set= --no-check' ;;
    'nodes ls') REPLY='--hostname= --cpu-count= --mem= --mac-address= --id= --domain= --zone= --pool= --agent-name= --fabrics= --not-fabrics= --vlans= --not-vlans= --subnets= --not-subnets= --link-speed= --status= --pod= --not-pod= --pod-type= --not-pod-type= --devices= --watch -w --poll-interval= --limit= --mine --owner= --tags= --power= --os= --set= --no-check' ;;
    'nodes is-registered') REPLY='--mac-address= --set= --no-check' ;;
    'nodes set-zone') REPLY='--nodes= --zone= --dry-run --set= --no-check' ;;
    'nodes delete') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'nodes rm') REPLY='--where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'nodes get') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'nodes show') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'nodes details') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'nodes power-parameters') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'nodes describe') REPLY='--events= !--curl' ;;
    'tokens create') REPLY='--name= --dry-run --set= --no-check' ;;
    'tokens delete') REPLY='--dry-run --set= --no-check' ;;
    'tokens rm') REPLY='--dry-run --set= --no-check' ;;
    'tokens list') REPLY='--set= --no-check' ;;
    'tokens ls') REPLY='--set= --no-check' ;;
    'tokens rename') REPLY='--name= --dry-run --set= --no-check' ;;
    'sshkeys list') REPLY='--set= --no-check' ;;
    'sshkeys ls') REPLY='--set= --no-check' ;;
    'sshkeys create') REPLY='--key= --dry-run --set= --no-check' ;;
    'sshkeys import') REPLY='--keysource= --dry-run --set= --no-check' ;;
    'sshkeys delete') REPLY='--dry-run --set= --no-check' ;;
    'sshkeys rm') REPLY='--dry-run --set= --no-check' ;;
    'sshkeys get') REPLY='--set= --no-check' ;;
    'sshkeys show') REPLY='--set= --no-check' ;;
    'sslkeys list') REPLY='--set= --no-check' ;;
    'sslkeys ls') REPLY='--set= --no-check' ;;
    'sslkeys create') REPLY='--key= --dry-run --set= --no-check' ;;
    'sslkeys delete') REPLY='--dry-run --set= --no-check' ;;
    'sslkeys rm') REPLY='--dry-run --set= --no-check' ;;
    'sslkeys get') REPLY='--set= --no-check' ;;
    'sslkeys show') REPLY='--set= --no-check' ;;
    'boot-resources list') REPLY='--type= --set= --no-check' ;;
    'boot-resources ls') REPLY='--type= --set= --no-check' ;;
    'boot-resources create') REPLY='--architecture= --base-image= --filetype= --name= --sha256= --size= --title= --dry-run --set= --no-check' ;;
    'boot-resources import') REPLY='--wait --wait-timeout= --poll-interval= --dry-run --set= --no-check' ;;
    'boot-resources is-importing') REPLY='--set= --no-check' ;;
    'boot-resources stop-import') REPLY='--dry-run --set= --no-check' ;;
    'boot-resources delete') REPLY='--dry-run --set= --no-check' ;;
    'boot-resources rm') REPLY='--dry-run --set= --no-check' ;;
    'boot-resources get') REPLY='--set= --no-check' ;;
    'boot-resources show') REPLY='--set= --no-check' ;;
    'boot-resources upload-chunk') REPLY='--content= --dry-run --set= --no-check' ;;
    'boot-resources upload') REPLY='--name= --architecture= --title= --filetype= --base-image= --no-resume' ;;
    'boot-sources list') REPLY='--set= --no-check' ;;
    'boot-sources ls') REPLY='--set= --no-check' ;;
    'boot-sources create') REPLY='--source-url= --keyring-data= --keyring-filename= --keyring-data-base64= --dry-run --set= --no-check' ;;
    'boot-sources delete') REPLY='--dry-run --set= --no-check' ;;
    'boot-sources rm') REPLY='--dry-run --set= --no-check' ;;
    'boot-sources get') REPLY='--set= --no-check' ;;
    'boot-sources show') REPLY='--set= --no-check' ;;
    'boot-sources update') REPLY='--keyring-data= --keyring-filename= --source-url= --keyring-data-base64= --dry-run --set= --no-check' ;;
    'boot-source-selections list') REPLY='--set= --no-check' ;;
    'boot-source-selections ls') REPLY='--set= --no-check' ;;
    'boot-source-selections create') REPLY='--arches= --labels= --os= --release= --subarches= --dry-run --set= --no-check' ;;
    'boot-source-selections delete') REPLY='--dry-run --set= --no-check' ;;
    'boot-source-selections rm') REPLY='--dry-run --set= --no-check' ;;
    'boot-source-selections get') REPLY='--set= --no-check' ;;
    'boot-source-selections show') REPLY='--set= --no-check' ;;
    'boot-source-selections update') REPLY='--arches= --labels= --os= --release= --subarches= --dry-run --set= --no-check' ;;
    'commissioning-scripts list') REPLY='--set= --no-check' ;;
    'commissioning-scripts ls') REPLY='--set= --no-check' ;;
    'commissioning-scripts create') REPLY='--name= --content= --dry-run --set= --no-check' ;;
    'commissioning-scripts delete') REPLY='--dry-run --set= --no-check' ;;
    'commissioning-scripts rm') REPLY='--dry-run --set= --no-check' ;;
    'commissioning-scripts get') REPLY='--set= --no-check' ;;
    'commissioning-scripts show') REPLY='--set= --no-check' ;;
    'commissioning-scripts update') REPLY='--content= --dry-run --set= --no-check' ;;
    'dhcp-snippets list') REPLY='--set= --no-check' ;;
    'dhcp-snippets ls') REPLY='--set= --no-check' ;;
    'dhcp-snippets create') REPLY='--name= --value= --description= --enabled --no-enabled --global-snippet --no-global-snippet --iprange= --node= --subnet= --dry-run --set= --no-check' ;;
    'dhcp-snippets delete') REPLY='--dry-run --set= --no-check' ;;
    'dhcp-snippets rm') REPLY='--dry-run --set= --no-check' ;;
    'dhcp-snippets get') REPLY='--set= --no-check' ;;
    'dhcp-snippets show') REPLY='--set= --no-check' ;;
    'dhcp-snippets update') REPLY='--description= --enabled --no-enabled --global-snippet --no-global-snippet --name= --node= --subnet= --value= --dry-run --set= --no-check' ;;
    'dhcp-snippets revert') REPLY='--to= --dry-run --set= --no-check' ;;
    'discovery list') REPLY='--set= --no-check' ;;
    'discovery ls') REPLY='--set= --no-check' ;;
    'discovery by-unknown-ip') REPLY='--set= --no-check' ;;
    'discovery by-unknown-mac') REPLY='--set= --no-check' ;;
    'discovery by-unknown-ip-and-mac') REPLY='--set= --no-check' ;;
    'discovery clear') REPLY='--all --no-all --mdns --no-mdns --neighbours --no-neighbours --dry-run --set= --no-check' ;;
    'discovery clear-by-mac-and-ip') REPLY='--ip= --mac= --dry-run --set= --no-check' ;;
    'discovery scan') REPLY='--always-use-ping --no-always-use-ping --cidr= --force --no-force --slow --no-slow --threads= --dry-run --set= --no-check' ;;
    'discovery get') REPLY='--set= --no-check' ;;
    'discovery show') REPLY='--set= --no-check' ;;
    'dnsresource-records list') REPLY='--fqdn= --domain= --name= --rrtype= --set= --no-check' ;;
    'dnsresource-records ls') REPLY='--fqdn= --domain= --name= --rrtype= --set= --no-check' ;;
    'dnsresource-records create') REPLY='--domain= --fqdn= --name= --rrdata= --rrtype= --dry-run --set= --no-check' ;;
    'dnsresource-records delete') REPLY='--dry-run --set= --no-check' ;;
    'dnsresource-records rm') REPLY='--dry-run --set= --no-check' ;;
    'dnsresource-records get') REPLY='--set= --no-check' ;;
    'dnsresource-records show') REPLY='--set= --no-check' ;;
    'dnsresource-records update') REPLY='--rrdata= --rrtype= --dry-run --set= --no-check' ;;
    'dnsresources list') REPLY='--fqdn= --domain= --name= --rrtype= --all --no-all --set= --no-check' ;;
    'dnsresources ls') REPLY='--fqdn= --domain= --name= --rrtype= --all --no-all --set= --no-check' ;;
    'dnsresources create') REPLY='--domain= --name= --fqdn= --address-ttl= --ip-addresses= --dry-run --set= --no-check' ;;
    'dnsresources delete') REPLY='--dry-run --set= --no-check' ;;
    'dnsresources rm') REPLY='--dry-run --set= --no-check' ;;
    'dnsresources get') REPLY='--set= --no-check' ;;
    'dnsresources show') REPLY='--set= --no-check' ;;
    'dnsresources update') REPLY='--domain= --name= --fqdn= --address-ttl= --ip-addresses= --dry-run --set= --no-check' ;;
    'domains list') REPLY='--set= --no-check' ;;
    'domains ls') REPLY='--set= --no-check' ;;
    'domains create') REPLY='--name= --authoritative= --forward-dns-servers= --dry-run --set= --no-check' ;;
    'domains set-serial') REPLY='--serial= --dry-run --set= --no-check' ;;
    'domains delete') REPLY='--dry-run --set= --no-check' ;;
    'domains rm') REPLY='--dry-run --set= --no-check' ;;
    'domains get') REPLY='--set= --no-check' ;;
    'domains show') REPLY='--set= --no-check' ;;
    'domains update') REPLY='--name= --authoritative= --forward-dns-servers= --ttl= --dry-run --set= --no-check' ;;
    'domains set-default') REPLY='--dry-run --set= --no-check' ;;
    'events query') REPLY='--hostname= --mac-address= --id= --zone= --agent-name= --level= --limit= --before= --after= --owner= --follow --all --poll-interval= --set= --no-check' ;;
    'events ls') REPLY='--hostname= --mac-address= --id= --zone= --agent-name= --level= --limit= --before= --after= --owner= --follow --all --poll-interval= --set= --no-check' ;;
    'fabrics list') REPLY='--set= --no-check' ;;
    'fabrics ls') REPLY='--set= --no-check' ;;
    'fabrics create') REPLY='--class-type= --description= --name= --dry-run --set= --no-check' ;;
    'fabrics delete') REPLY='--dry-run --set= --no-check' ;;
    'fabrics rm') REPLY='--dry-run --set= --no-check' ;;
    'fabrics get') REPLY='--set= --no-check' ;;
    'fabrics show') REPLY='--set= --no-check' ;;
    'fabrics update') REPLY='--class-type= --description= --name= --dry-run --set= --no-check' ;;
    'vlans list') REPLY='--set= --no-check' ;;
    'vlans ls') REPLY='--set= --no-check' ;;
    'vlans create') REPLY='--vid= --description= --mtu= --name= --space= --dry-run --set= --no-check' ;;
    'vlans delete') REPLY='--dry-run --set= --no-check' ;;
    'vlans rm') REPLY='--dry-run --set= --no-check' ;;
    'vlans get') REPLY='--set= --no-check' ;;
    'vlans show') REPLY='--set= --no-check' ;;
    'vlans update') REPLY='--description= --dhcp-on --no-dhcp-on --mtu= --name= --primary-rack= --relay-vlan= --secondary-rack= --space= --dry-run --set= --no-check' ;;
    'files list') REPLY='--prefix= --set= --no-check' ;;
    'files ls') REPLY='--prefix= --set= --no-check' ;;
    'files create') REPLY='--filename= --file= --dry-run --set= --no-check' ;;
    'files delete-by-query') REPLY='--dry-run --set= --no-check' ;;
    'files get-by-query') REPLY='--to= --force --set= --no-check' ;;
    'files get-by-key') REPLY='--to= --force --set= --no-check' ;;
    'files delete') REPLY='--by-query --dry-run --set= --no-check' ;;
    'files rm') REPLY='--by-query --dry-run --set= --no-check' ;;
    'files get') REPLY='--to= --force --by-query --by-key= --set= --no-check' ;;
    'files show') REPLY='--to= --force --by-query --by-key= --set= --no-check' ;;
    'installation-results list') REPLY='--system-id= --name= --result-type= --set= --no-check' ;;
    'installation-results ls') REPLY='--system-id= --name= --result-type= --set= --no-check' ;;
    'ipaddresses list') REPLY='--ip= --all --no-all --owner= --set= --no-check' ;;
    'ipaddresses ls') REPLY='--ip= --all --no-all --owner= --set= --no-check' ;;
    'ipaddresses release') REPLY='--ip= --discovered --no-discovered --force --no-force --dry-run --set= --no-check' ;;
    'ipaddresses reserve') REPLY='--hostname= --ip= --ip-address= --mac= --subnet= --dry-run --set= --no-check' ;;
    'ipranges list') REPLY='--set= --no-check' ;;
    'ipranges ls') REPLY='--set= --no-check' ;;
    'ipranges create') REPLY='--start-ip= --end-ip= --subnet= --type= --comment= --dry-run --set= --no-check' ;;
    'ipranges delete') REPLY='--dry-run --set= --no-check' ;;
    'ipranges rm') REPLY='--dry-run --set= --no-check' ;;
    'ipranges get') REPLY='--set= --no-check' ;;
    'ipranges show') REPLY='--set= --no-check' ;;
    'ipranges update') REPLY='--comment= --end-ip= --start-ip= --dry-run --set= --no-check' ;;
    'license-keys list') REPLY='--set= --no-check' ;;
    'license-keys ls') REPLY='--set= --no-check' ;;
    'license-keys create') REPLY='--osystem= --distro-series= --license-key= --dry-run --set= --no-check' ;;
    'license-keys delete') REPLY='--dry-run --set= --no-check' ;;
    'license-keys rm') REPLY='--dry-run --set= --no-check' ;;
    'license-keys get') REPLY='--set= --no-check' ;;
    'license-keys show') REPLY='--set= --no-check' ;;
    'license-keys update') REPLY='--license-key= --dry-run --set= --no-check' ;;
    'config get') REPLY='--set= --no-check' ;;
    'config show') REPLY='--set= --no-check' ;;
    'config set') REPLY='--value= --dry-run --set= --no-check' ;;
    'config list') REPLY='!--curl' ;;
    'config ls') REPLY='!--curl' ;;
    'config describe') REPLY='!--profile !-p !--url !--api-key-file !--api-key-stdin !--show-secrets !--curl !--timeout !--retries !--ca-cert !--insecure !--signature !--addressing' ;;
    'networks list') REPLY='--set= --no-check' ;;
    'networks ls') REPLY='--set= --no-check' ;;
    'networks create') REPLY='--dry-run --set= --no-check' ;;
    'networks delete') REPLY='--dry-run --set= --no-check' ;;
    'networks rm') REPLY='--dry-run --set= --no-check' ;;
    'networks get') REPLY='--set= --no-check' ;;
    'networks show') REPLY='--set= --no-check' ;;
    'networks update') REPLY='--dry-run --set= --no-check' ;;
    'networks connect-macs') REPLY='--dry-run --set= --no-check' ;;
    'networks disconnect-macs') REPLY='--dry-run --set= --no-check' ;;
    'networks list-connected-macs') REPLY='--set= --no-check' ;;
    'bcache-cache-sets list') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'bcache-cache-sets ls') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'bcache-cache-sets create') REPLY='--cache-device= --cache-partition= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'bcache-cache-sets delete') REPLY='--dry-run --set= --no-check' ;;
    'bcache-cache-sets rm') REPLY='--dry-run --set= --no-check' ;;
    'bcache-cache-sets get') REPLY='--set= --no-check' ;;
    'bcache-cache-sets show') REPLY='--set= --no-check' ;;
    'bcache-cache-sets update') REPLY='--cache-device= --cache-partition= --dry-run --set= --no-check' ;;
    'bcaches list') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'bcaches ls') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'bcaches create') REPLY='--backing-device= --backing-partition= --cache-mode= --cache-set= --name= --uuid= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'bcaches delete') REPLY='--dry-run --set= --no-check' ;;
    'bcaches rm') REPLY='--dry-run --set= --no-check' ;;
    'bcaches get') REPLY='--set= --no-check' ;;
    'bcaches show') REPLY='--set= --no-check' ;;
    'bcaches update') REPLY='--backing-device= --backing-partition= --cache-mode= --cache-set= --name= --uuid= --dry-run --set= --no-check' ;;
    'block-devices list') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'block-devices ls') REPLY='--where= --parallel= --fail-fast --set= --no-check' ;;
    'block-devices create') REPLY='--name= --size= --block-size= --model= --serial= --id-path= --where= --parallel= --fail-fast --dry-run --set= --no-check' ;;
    'partitions delete') REPLY='--dry-run --set= --no-check' ;;
    'partitions rm') REPLY='--dry-run --set= --no-check' ;;
    'partitions get') REPLY='--set= --no-check' ;;
    'partitions show') REPLY='--set= --no-check' ;;
    'partitions add-tag') REPLY='--tag= --dry-run --set= --no-check' ;;
    'partitions format') REPLY='--dry-run --set= --no-check' ;;
    'version get') REPLY='--set= --no-check' ;;
    'version show') REPLY='--set= --no-check' ;;
    *) REPLY= ;;
  esac
  _svc_learned option "${1:--}"
}

# By command and option, or by command and the number of an argument.
_svc_values() {
  case $1 in
    '* --profile' | '* -p' | 'logout 1' | 'profiles use 1' | 'profiles show 1' | 'profiles env 1' | 'profiles rename 1' | 'profiles remove 1' | 'profiles rm 1' | 'profiles set 1') REPLY='<profiles>' ;;
    '* --api-key-file' | '* --ca-cert' | '* --config-dir' | 'api --input' | 'plan --save' | 'plan *' | 'apply --plan' | 'apply *' | 'ssh-config --file' | 'ssh-config --identity' | 'ssh-config -i' | 'sandbox start --record' | 'sandbox start --state' | 'sandbox exec --record' | 'machines ssh --identity' | 'machines ssh -i' | 'boot-resources upload-chunk --content' | 'boot-resources upload 1' | 'commissioning-scripts create --content' | 'commissioning-scripts update --content' | 'files create --file' | 'files create 2' | 'files get-by-query --to' | 'files get-by-key --to' | 'files get --to' | 'files show --to') REPLY='<file>' ;;
    '* --output' | '* -o') REPLY='table wide json ndjson yaml csv tsv name' ;;
    '* --signature') REPLY='plaintext hmac-sha1' ;;
    '* --addressing') REPLY='path query' ;;
    'doctor --columns') REPLY=', NAME STATE FOUND FIX' ;;
    'describe 1') REPLY='machines devices nodes tokens sshkeys sslkeys boot-resources boot-sources boot-source-selections commissioning-scripts dhcp-snippets discovery dnsresource-records dnsresources domains events fabrics vlans files installation-results ipaddresses ipranges license-keys config networks bcache-cache-sets bcaches block-devices partitions version' ;;
    'api 1') REPLY='GET POST PUT DELETE' ;;
    'export *') REPLY='machines devices sshkeys sslkeys boot-sources commissioning-scripts dhcp-snippets dnsresource-records dnsresources domains fabrics files ipranges license-keys config zones resourcepools tags spaces subnets' ;;
    'plan --keep' | 'apply --keep' | 'machines clone --source' | 'machines delete *' | 'machines rm *' | 'machines get *' | 'machines show *' | 'machines update *' | 'machines clear-default-gateways *' | 'machines details *' | 'machines get-curtin-config *' | 'machines get-token *' | 'machines mount-special *' | 'machines unmount-special *' | 'machines power-parameters *' | 'machines restore-default-configuration *' | 'machines restore-networking-configuration *' | 'machines restore-storage-configuration *' | 'machines set-owner-data 1' | 'machines set-storage-layout *' | 'machines set-workload-annotations 1' | 'machines unlock *' | 'machines mark-broken *' | 'machines power-off *' | 'machines power-on *' | 'machines query-power-state *' | 'machines wait *' | 'machines why 1' | 'machines describe *') REPLY='<machines>' ;;
    'inventory --where' | 'ssh-config --where' | 'status --where' | 'top --where' | 'machines delete --where' | 'machines rm --where' | 'machines get --where' | 'machines show --where' | 'machines update --where' | 'machines clear-default-gateways --where' | 'machines details --where' | 'machines get-curtin-config --where' | 'machines get-token --where' | 'machines mount-special --where' | 'machines unmount-special --where' | 'machines power-parameters --where' | 'machines restore-default-configuration --where' | 'machines restore-networking-configuration --where' | 'machines restore-storage-configuration --where' | 'machines set-owner-data --where' | 'machines set-storage-layout --where' | 'machines set-workload-annotations --where' | 'machines abort --where' | 'machines commission --where' | 'machines deploy --where' | 'machines exit-rescue-mode --where' | 'machines lock --where' | 'machines unlock --where' | 'machines mark-broken --where' | 'machines mark-fixed --where' | 'machines override-failed-testing --where' | 'machines power-off --where' | 'machines power-on --where' | 'machines query-power-state --where' | 'machines release --where' | 'machines rescue-mode --where' | 'machines test --where' | 'machines issues --where' | 'machines ssh --where' | 'devices delete --where' | 'devices rm --where' | 'devices get --where' | 'devices show --where' | 'devices update --where' | 'devices details --where' | 'devices power-parameters --where' | 'devices restore-default-configuration --where' | 'devices restore-networking-configuration --where' | 'devices set-owner-data --where' | 'devices set-workload-annotations --where' | 'nodes delete --where' | 'nodes rm --where' | 'nodes get --where' | 'nodes show --where' | 'nodes details --where' | 'nodes power-parameters --where' | 'bcache-cache-sets list --where' | 'bcache-cache-sets ls --where' | 'bcache-cache-sets create --where' | 'bcaches list --where' | 'bcaches ls --where' | 'bcaches create --where' | 'block-devices list --where' | 'block-devices ls --where' | 'block-devices create --where') REPLY='<where>' ;;
    'inventory --family' | 'ssh-config --family' | 'machines ssh --family') REPLY='ipv4 ipv6' ;;
    'status --pool' | 'top --pool' | 'machines list --pool' | 'machines ls --pool' | 'machines allocate --not-in-pool' | 'machines allocate --pool' | 'devices list --pool' | 'devices ls --pool' | 'nodes list --pool' | 'nodes ls --pool') REPLY='<resourcepools,>' ;;
    'status --zone' | 'top --zone' | 'machines list --zone' | 'machines ls --zone' | 'machines allocate --not-in-zone' | 'machines allocate --zone' | 'devices list --zone' | 'devices ls --zone' | 'nodes list --zone' | 'nodes ls --zone') REPLY='<zones,>' ;;
    'status --tags' | 'top --tags' | 'machines list --tags' | 'machines ls --tags' | 'machines allocate --not-tags' | 'machines allocate --tags' | 'devices list --tags' | 'devices ls --tags' | 'nodes list --tags' | 'nodes ls --tags') REPLY='<tags,>' ;;
    'status --owner' | 'top --owner' | 'machines list --owner' | 'machines ls --owner' | 'devices list --owner' | 'devices ls --owner' | 'nodes list --owner' | 'nodes ls --owner') REPLY='<users,>' ;;
    'profiles set *') REPLY='url= signature= addressing= output= ca-cert= insecure= clock-offset=' ;;
    'alias remove *' | 'alias rm *') REPLY='<aliases>' ;;
    'completion install 1' | 'completion uninstall 1') REPLY='bash zsh fish' ;;
    'claims show 1' | 'claims release 1') REPLY='<claims>' ;;
    'claims release --progress' | 'machines create --progress' | 'machines accept --progress' | 'machines accept-all --progress' | 'machines allocate --progress' | 'machines release-many --progress' | 'machines abort --progress' | 'machines commission --progress' | 'machines deploy --progress' | 'machines exit-rescue-mode --progress' | 'machines power-off --progress' | 'machines power-on --progress' | 'machines release --progress' | 'machines rescue-mode --progress' | 'machines test --progress' | 'machines wait --progress') REPLY='auto lines json none' ;;
    'sandbox start --answers' | 'sandbox exec --answers') REPLY='documented deployed' ;;
    'sandbox faults 1') REPLY='list add clear' ;;
    'machines list --columns' | 'machines ls --columns' | 'machines create --columns' | 'machines accept --columns' | 'machines accept-all --columns' | 'machines allocate --columns' | 'machines list-allocated --columns' | 'machines power-parameters-many --columns' | 'machines release-many --columns' | 'machines get --columns' | 'machines show --columns' | 'machines update --columns' | 'machines clear-default-gateways --columns' | 'machines get-curtin-config --columns' | 'machines get-token --columns' | 'machines mount-special --columns' | 'machines unmount-special --columns' | 'machines power-parameters --columns' | 'machines restore-default-configuration --columns' | 'machines restore-networking-configuration --columns' | 'machines restore-storage-configuration --columns' | 'machines set-storage-layout --columns' | 'machines commission --columns' | 'machines deploy --columns' | 'machines exit-rescue-mode --columns' | 'machines lock --columns' | 'machines unlock --columns' | 'machines mark-broken --columns' | 'machines mark-fixed --columns' | 'machines release --columns' | 'machines rescue-mode --columns') REPLY=', NAME STATUS POWER OWNER POOL ZONE ARCH CPUS RAM OS ID TAGS IP LOCKED STORAGE MESSAGE' ;;
    'machines list --hostname' | 'machines list --id' | 'machines list 1' | 'machines ls --hostname' | 'machines ls --id' | 'machines ls 1' | 'machines allocate --name' | 'machines allocate --system-id' | 'machines clone --destinations' | 'machines power-parameters-many *') REPLY='<machines,>' ;;
    'machines list --domain' | 'machines ls --domain' | 'devices list --domain' | 'devices ls --domain' | 'nodes list --domain' | 'nodes ls --domain') REPLY='<domains,>' ;;
    'machines list --fabrics' | 'machines list --not-fabrics' | 'machines ls --fabrics' | 'machines ls --not-fabrics' | 'machines allocate --fabrics' | 'machines allocate --not-fabrics' | 'devices list --fabrics' | 'devices list --not-fabrics' | 'devices ls --fabrics' | 'devices ls --not-fabrics' | 'nodes list --fabrics' | 'nodes list --not-fabrics' | 'nodes ls --fabrics' | 'nodes ls --not-fabrics') REPLY='<fabrics,>' ;;
    'machines list --subnets' | 'machines list --not-subnets' | 'machines ls --subnets' | 'machines ls --not-subnets' | 'machines allocate --not-subnets' | 'machines allocate --subnets' | 'devices list --subnets' | 'devices list --not-subnets' | 'devices ls --subnets' | 'devices ls --not-subnets' | 'nodes list --subnets' | 'nodes list --not-subnets' | 'nodes ls --subnets' | 'nodes ls --not-subnets') REPLY='<subnets,>' ;;
    'machines list --status' | 'machines ls --status' | 'devices list --status' | 'devices ls --status' | 'nodes list --status' | 'nodes ls --status') REPLY=', new commissioning failed_commissioning missing ready reserved deployed retired broken deploying allocated failed_deployment releasing failed_releasing disk_erasing failed_disk_erasing rescue_mode entering_rescue_mode failed_entering_rescue_mode exiting_rescue_mode failed_exiting_rescue_mode testing failed_testing' ;;
    'machines list --pod' | 'machines list --not-pod' | 'machines ls --pod' | 'machines ls --not-pod' | 'machines allocate --pod' | 'machines allocate --not-pod' | 'devices list --pod' | 'devices list --not-pod' | 'devices ls --pod' | 'devices ls --not-pod' | 'nodes list --pod' | 'nodes list --not-pod' | 'nodes ls --pod' | 'nodes ls --not-pod') REPLY='<vm-hosts,>' ;;
    'machines list --power' | 'machines ls --power' | 'nodes list --power' | 'nodes ls --power') REPLY=', on off unknown error' ;;
    'machines list --os' | 'machines ls --os' | 'nodes list --os' | 'nodes ls --os') REPLY='<series,>' ;;
    'machines create --commissioning-scripts' | 'machines commission --commissioning-scripts') REPLY='<commissioning-scripts,>' ;;
    'machines create --domain' | 'machines add-chassis --domain' | 'machines update --domain' | 'devices create --domain' | 'devices update --domain' | 'dnsresource-records list --domain' | 'dnsresource-records ls --domain' | 'dnsresource-records create --domain' | 'dnsresources list --domain' | 'dnsresources ls --domain' | 'dnsresources create --domain' | 'dnsresources update --domain' | 'domains delete 1' | 'domains rm 1' | 'domains get 1' | 'domains show 1' | 'domains update 1' | 'domains set-default 1') REPLY='<domains>' ;;
    'machines create --power-type' | 'machines update --power-type') REPLY='manual ipmi redfish virsh amt apc dli hmc hmcz lxd moonshot webhook' ;;
    'machines create --testing-scripts' | 'machines commission --testing-scripts' | 'machines test --testing-scripts') REPLY='<scripts,>' ;;
    'machines accept --machines') REPLY='<machines, new>' ;;
    'machines add-chassis --chassis-type') REPLY='hmcz mscm ocs powerkvm vmplatform recs_box sm15k ucsm virsh vmmgr' ;;
    'machines add-chassis --power-control') REPLY='ipmi restapi restapi2' ;;
    'machines add-chassis --rack-controller' | 'devices create --parent' | 'devices update --parent' | 'nodes delete *' | 'nodes rm *' | 'nodes get *' | 'nodes show *' | 'nodes details *' | 'nodes power-parameters *' | 'nodes describe *' | 'dhcp-snippets create --node' | 'dhcp-snippets update --node' | 'vlans update --primary-rack' | 'vlans update --secondary-rack' | 'bcache-cache-sets list *' | 'bcache-cache-sets ls *' | 'bcache-cache-sets create *' | 'bcache-cache-sets delete 1' | 'bcache-cache-sets rm 1' | 'bcache-cache-sets get 1' | 'bcache-cache-sets show 1' | 'bcache-cache-sets update 1' | 'bcaches list *' | 'bcaches ls *' | 'bcaches create *' | 'bcaches delete 1' | 'bcaches rm 1' | 'bcaches get 1' | 'bcaches show 1' | 'bcaches update 1' | 'block-devices list *' | 'block-devices ls *' | 'block-devices create *' | 'partitions delete 1' | 'partitions rm 1' | 'partitions get 1' | 'partitions show 1' | 'partitions add-tag 1' | 'partitions format 1') REPLY='<nodes>' ;;
    'machines allocate --bridge-type' | 'machines deploy --bridge-type') REPLY='standard ovs' ;;
    'machines allocate --distro-series' | 'machines deploy --distro-series' | 'license-keys create --distro-series') REPLY='<series>' ;;
    'machines release-many --machines') REPLY='<machines, reserved allocated deploying deployed broken failed_deployment failed_releasing failed_disk_erasing>' ;;
    'machines set-zone --nodes' | 'machines set-zone 1' | 'devices set-zone --nodes' | 'devices set-zone 1' | 'nodes list --hostname' | 'nodes list --id' | 'nodes list 1' | 'nodes ls --hostname' | 'nodes ls --id' | 'nodes ls 1' | 'nodes set-zone --nodes' | 'nodes set-zone 1' | 'events query --hostname' | 'events query --id' | 'events ls --hostname' | 'events ls --id' | 'installation-results list --system-id' | 'installation-results ls --system-id') REPLY='<nodes,>' ;;
    'machines set-zone --zone' | 'machines set-zone 2' | 'machines update --zone' | 'devices set-zone --zone' | 'devices set-zone 2' | 'devices update --zone' | 'nodes set-zone --zone' | 'nodes set-zone 2' | 'events query --zone' | 'events ls --zone') REPLY='<zones>' ;;
    'machines update --pool') REPLY='<resourcepools>' ;;
    'machines set-storage-layout --storage-layout') REPLY='flat lvm bcache vmfs6 vmfs7 custom blank' ;;
    'machines set-storage-layout --cache-mode') REPLY='writeback writethrough writearound' ;;
    'machines abort *') REPLY='<machines commissioning deploying releasing disk_erasing entering_rescue_mode exiting_rescue_mode testing>' ;;
    'machines commission *') REPLY='<machines new ready broken failed_commissioning failed_testing>' ;;
    'machines deploy *') REPLY='<machines ready allocated>' ;;
    'machines exit-rescue-mode *') REPLY='<machines rescue_mode failed_entering_rescue_mode failed_exiting_rescue_mode>' ;;
    'machines lock *') REPLY='<machines deployed deploying>' ;;
    'machines mark-fixed *') REPLY='<machines broken>' ;;
    'machines override-failed-testing *') REPLY='<machines failed_testing>' ;;
    'machines power-off --stop-mode') REPLY='soft hard' ;;
    'machines query-power-state --columns') REPLY=', POWER' ;;
    'machines release *') REPLY='<machines reserved allocated deploying deployed broken failed_deployment failed_releasing failed_disk_erasing>' ;;
    'machines rescue-mode *' | 'machines test *') REPLY='<machines new failed_commissioning missing ready reserved deployed retired broken allocated failed_deployment failed_releasing failed_disk_erasing failed_entering_rescue_mode failed_exiting_rescue_mode failed_testing>' ;;
    'machines wait --for') REPLY=', new commissioning failed_commissioning missing ready reserved deployed retired broken deploying allocated failed_deployment releasing failed_releasing disk_erasing failed_disk_erasing rescue_mode entering_rescue_mode failed_entering_rescue_mode exiting_rescue_mode failed_exiting_rescue_mode testing failed_testing power=on power=off gone ssh' ;;
    'machines ssh *') REPLY='<machines deployed rescue_mode>' ;;
    'devices list --columns' | 'devices ls --columns' | 'devices create --columns' | 'devices get --columns' | 'devices show --columns' | 'devices update --columns' | 'devices power-parameters --columns' | 'devices restore-default-configuration --columns' | 'devices restore-networking-configuration --columns') REPLY=', NAME ID OWNER ZONE IP MAC PARENT TAGS DESCRIPTION' ;;
    'devices list --hostname' | 'devices list --id' | 'devices list 1' | 'devices ls --hostname' | 'devices ls --id' | 'devices ls 1') REPLY='<devices,>' ;;
    'devices delete *' | 'devices rm *' | 'devices get *' | 'devices show *' | 'devices update *' | 'devices details *' | 'devices power-parameters *' | 'devices restore-default-configuration *' | 'devices restore-networking-configuration *' | 'devices set-owner-data 1' | 'devices set-workload-annotations 1' | 'devices describe *') REPLY='<devices>' ;;
    'nodes list --columns' | 'nodes ls --columns' | 'nodes get --columns' | 'nodes show --columns' | 'nodes power-parameters --columns') REPLY=', NAME STATUS POWER OWNER POOL ZONE ARCH CPUS RAM OS ID TAGS IP LOCKED STORAGE MESSAGE TYPE' ;;
    'tokens create --columns' | 'commissioning-scripts list --columns' | 'commissioning-scripts ls --columns' | 'commissioning-scripts create --columns' | 'commissioning-scripts get --columns' | 'commissioning-scripts show --columns' | 'commissioning-scripts update --columns') REPLY=', NAME' ;;
    'tokens list --columns' | 'tokens ls --columns') REPLY=', NAME TOKEN' ;;
    'sshkeys list --columns' | 'sshkeys ls --columns' | 'sshkeys create --columns' | 'sshkeys import --columns' | 'sshkeys get --columns' | 'sshkeys show --columns') REPLY=', ID SOURCE KEY' ;;
    'sshkeys delete 1' | 'sshkeys rm 1' | 'sshkeys get 1' | 'sshkeys show 1') REPLY='<sshkeys>' ;;
    'sslkeys list --columns' | 'sslkeys ls --columns' | 'sslkeys create --columns' | 'sslkeys get --columns' | 'sslkeys show --columns') REPLY=', ID KEY' ;;
    'sslkeys delete 1' | 'sslkeys rm 1' | 'sslkeys get 1' | 'sslkeys show 1') REPLY='<sslkeys>' ;;
    'boot-resources list --columns' | 'boot-resources ls --columns' | 'boot-resources create --columns' | 'boot-resources get --columns' | 'boot-resources show --columns') REPLY=', ID TYPE NAME ARCH TITLE SUBARCHES' ;;
    'boot-resources list --type' | 'boot-resources ls --type') REPLY='synced uploaded' ;;
    'boot-resources create --filetype' | 'boot-resources upload --filetype') REPLY='tgz tbz txz ddtgz ddtbz ddtxz ddtar ddbz2 ddgz ddxz ddraw' ;;
    'boot-resources delete 1' | 'boot-resources rm 1' | 'boot-resources get 1' | 'boot-resources show 1' | 'boot-resources upload-chunk 1') REPLY='<boot-resources>' ;;
    'boot-sources list --columns' | 'boot-sources ls --columns' | 'boot-sources create --columns' | 'boot-sources get --columns' | 'boot-sources show --columns' | 'boot-sources update --columns') REPLY=', ID URL KEYRING UPDATED' ;;
    'boot-sources delete 1' | 'boot-sources rm 1' | 'boot-sources get 1' | 'boot-sources show 1' | 'boot-sources update 1' | 'boot-source-selections list 1' | 'boot-source-selections ls 1' | 'boot-source-selections create 1' | 'boot-source-selections delete 1' | 'boot-source-selections rm 1' | 'boot-source-selections get 1' | 'boot-source-selections show 1' | 'boot-source-selections update 1') REPLY='<boot-sources>' ;;
    'boot-source-selections list --columns' | 'boot-source-selections ls --columns' | 'boot-source-selections create --columns' | 'boot-source-selections get --columns' | 'boot-source-selections show --columns' | 'boot-source-selections update --columns') REPLY=', ID OS RELEASE ARCHES SUBARCHES LABELS' ;;
    'commissioning-scripts delete 1' | 'commissioning-scripts rm 1' | 'commissioning-scripts get 1' | 'commissioning-scripts show 1' | 'commissioning-scripts update 1') REPLY='<commissioning-scripts>' ;;
    'dhcp-snippets list --columns' | 'dhcp-snippets ls --columns' | 'dhcp-snippets create --columns' | 'dhcp-snippets get --columns' | 'dhcp-snippets show --columns' | 'dhcp-snippets update --columns' | 'dhcp-snippets revert --columns') REPLY=', ID NAME ENABLED GLOBAL SUBNET NODE DESCRIPTION VALUE REVISIONS' ;;
    'dhcp-snippets create --subnet' | 'dhcp-snippets update --subnet' | 'ipaddresses reserve --subnet' | 'ipranges create --subnet') REPLY='<subnets>' ;;
    'dhcp-snippets delete 1' | 'dhcp-snippets rm 1' | 'dhcp-snippets get 1' | 'dhcp-snippets show 1' | 'dhcp-snippets update 1' | 'dhcp-snippets revert 1') REPLY='<dhcp-snippets>' ;;
    'discovery list --columns' | 'discovery ls --columns' | 'discovery by-unknown-ip --columns' | 'discovery by-unknown-mac --columns' | 'discovery by-unknown-ip-and-mac --columns' | 'discovery get --columns' | 'discovery show --columns') REPLY=', IP MAC HOST FABRIC VID MAKER ID' ;;
    'discovery scan --columns') REPLY=', RESULT STARTED FAILED UNREACHED ATTEMPTED' ;;
    'dnsresource-records list --columns' | 'dnsresource-records ls --columns' | 'dnsresource-records create --columns' | 'dnsresource-records get --columns' | 'dnsresource-records show --columns' | 'dnsresource-records update --columns') REPLY=', ID FQDN TYPE TTL DATA' ;;
    'dnsresource-records list --rrtype' | 'dnsresource-records ls --rrtype' | 'dnsresource-records create --rrtype' | 'dnsresource-records update --rrtype' | 'dnsresources list --rrtype' | 'dnsresources ls --rrtype') REPLY='cname mx ns srv sshfp txt' ;;
    'dnsresource-records delete 1' | 'dnsresource-records rm 1' | 'dnsresource-records get 1' | 'dnsresource-records show 1' | 'dnsresource-records update 1') REPLY='<dnsresourcerecords>' ;;
    'dnsresources list --columns' | 'dnsresources ls --columns' | 'dnsresources create --columns' | 'dnsresources get --columns' | 'dnsresources show --columns' | 'dnsresources update --columns') REPLY=', ID FQDN ADDRESSES TTL RECORDS' ;;
    'dnsresources delete 1' | 'dnsresources rm 1' | 'dnsresources get 1' | 'dnsresources show 1' | 'dnsresources update 1') REPLY='<dnsresources>' ;;
    'domains list --columns' | 'domains ls --columns' | 'domains create --columns' | 'domains get --columns' | 'domains show --columns' | 'domains update --columns' | 'domains set-default --columns') REPLY=', ID NAME DEFAULT AUTHORITATIVE TTL RECORDS' ;;
    'domains create --authoritative' | 'domains update --authoritative') REPLY='true false' ;;
    'events query --columns' | 'events ls --columns') REPLY=', ID TIME LEVEL HOST TYPE DESCRIPTION NODE USER' ;;
    'events query --level' | 'events ls --level') REPLY='AUDIT CRITICAL DEBUG ERROR INFO WARNING' ;;
    'events query --owner' | 'events ls --owner' | 'ipaddresses list --owner' | 'ipaddresses ls --owner') REPLY='<users>' ;;
    'fabrics list --columns' | 'fabrics ls --columns' | 'fabrics create --columns' | 'fabrics get --columns' | 'fabrics show --columns' | 'fabrics update --columns') REPLY=', ID NAME CLASS VLANS VIDS' ;;
    'fabrics delete 1' | 'fabrics rm 1' | 'fabrics get 1' | 'fabrics show 1' | 'fabrics update 1' | 'vlans list 1' | 'vlans ls 1' | 'vlans create 1' | 'vlans delete 1' | 'vlans rm 1' | 'vlans get 1' | 'vlans show 1' | 'vlans update 1') REPLY='<fabrics>' ;;
    'vlans list --columns' | 'vlans ls --columns' | 'vlans create --columns' | 'vlans get --columns' | 'vlans show --columns' | 'vlans update --columns') REPLY=', VID NAME FABRIC SPACE DHCP MTU PRIMARY SECONDARY RELAY ID' ;;
    'vlans create --space' | 'vlans update --space') REPLY='undefined' ;;
    'files list --columns' | 'files ls --columns' | 'files create --columns' | 'files get-by-query --columns' | 'files get-by-key --columns' | 'files get --columns' | 'files show --columns') REPLY=', FILENAME URI' ;;
    'files delete 1' | 'files rm 1' | 'files get 1' | 'files show 1') REPLY='<files>' ;;
    'installation-results list --columns' | 'installation-results ls --columns') REPLY=', NODE NAME RESULT TYPE UPDATED ID CREATED' ;;
    'ipaddresses list --columns' | 'ipaddresses ls --columns' | 'ipaddresses reserve --columns') REPLY=', IP TYPE OWNER SUBNET NODE CREATED MAC' ;;
    'ipranges list --columns' | 'ipranges ls --columns' | 'ipranges create --columns' | 'ipranges get --columns' | 'ipranges show --columns' | 'ipranges update --columns') REPLY=', ID START END TYPE SUBNET USER COMMENT' ;;
    'ipranges create --type') REPLY='dynamic reserved' ;;
    'ipranges delete 1' | 'ipranges rm 1' | 'ipranges get 1' | 'ipranges show 1' | 'ipranges update 1') REPLY='<ipranges>' ;;
    'license-keys list --columns' | 'license-keys ls --columns' | 'license-keys create --columns' | 'license-keys get --columns' | 'license-keys show --columns' | 'license-keys update --columns') REPLY=', OS SERIES KEY' ;;
    'config get 1' | 'config show 1' | 'config set 1' | 'config describe *') REPLY='active_discovery_interval allow_only_trusted_transfers auto_vlan_creation boot_images_auto_import boot_images_no_proxy commissioning_distro_series completed_intro curtin_verbose default_boot_interface_link_type default_distro_series default_dns_ttl default_min_hwe_kernel default_osystem default_storage_layout disk_erase_with_quick_erase disk_erase_with_secure_erase dns_trusted_acl dnssec_validation enable_analytics enable_disk_erasing_on_release enable_http_proxy enable_kernel_crash_dump enable_third_party_drivers enlist_commissioning force_v1_network_yaml hardware_sync_interval http_proxy kernel_opts svc_auto_ipmi_cipher_suite_id svc_auto_ipmi_k_g_bmc_key svc_auto_ipmi_user svc_auto_ipmi_user_privilege_level svc_auto_ipmi_workaround_flags svc_internal_domain svc_name svc_proxy_port svc_syslog_port max_node_commissioning_results max_node_installation_results max_node_release_results max_node_testing_results network_discovery node_timeout ntp_external_only ntp_servers prefer_v4_proxy metrics_enabled metrics_push_gateway metrics_push_interval logship_enabled logship_port release_notifications remote_syslog session_length subnet_ip_exhaustion_threshold_count theme tls_cert_expiration_notification_enabled tls_cert_expiration_notification_interval upstream_dns use_peer_proxy use_rack_proxy hvmgr_datacenter hvmgr_server hvmgr_username hvmgr_password os_kms_host' ;;
    'networks list --columns' | 'networks ls --columns' | 'networks create --columns' | 'networks get --columns' | 'networks show --columns' | 'networks update --columns' | 'networks connect-macs --columns' | 'networks disconnect-macs --columns') REPLY=', NAME IP NETMASK VLAN GATEWAY DESCRIPTION DNS' ;;
    'networks delete 1' | 'networks rm 1' | 'networks get 1' | 'networks show 1' | 'networks update 1' | 'networks connect-macs 1' | 'networks disconnect-macs 1' | 'networks list-connected-macs 1') REPLY='<networks>' ;;
    'networks list-connected-macs --columns') REPLY=', MAC' ;;
    'bcache-cache-sets list --columns' | 'bcache-cache-sets ls --columns' | 'bcache-cache-sets create --columns' | 'bcache-cache-sets get --columns' | 'bcache-cache-sets show --columns' | 'bcache-cache-sets update --columns') REPLY=', ID NAME DEVICE SIZE NODE' ;;
    'bcaches list --columns' | 'bcaches ls --columns' | 'bcaches create --columns' | 'bcaches get --columns' | 'bcaches show --columns' | 'bcaches update --columns') REPLY=', ID NAME SIZE MODE BACKING UUID' ;;
    'bcaches create --cache-mode' | 'bcaches update --cache-mode') REPLY='WRITEBACK WRITETHROUGH WRITEAROUND' ;;
    'block-devices list --columns' | 'block-devices ls --columns' | 'block-devices create --columns') REPLY=', ID NAME TYPE SIZE FREE MODEL SERIAL PATH TAGS' ;;
    'partitions get --columns' | 'partitions show --columns' | 'partitions add-tag --columns' | 'partitions format --columns') REPLY=', ID PATH SIZE FS MOUNT BOOT TAGS UUID' ;;
    *) REPLY= ;;
  esac
  _svc_learned value "${1:--}"
}

# The operator's aliases; the names in their file are plain words.
_svc_aliases() {
  local file=${SVC_CONFIG_DIR:-${XDG_CONFIG_HOME:-$HOME/.config}/svc}/aliases name text
  [[ -f $file && -O $file ]] || return 0
  while read -r name text; do
    [[ -z $text || $name == *[!A-Za-z0-9._-]* ]] || REPLY+=" $name"
  done <"$file"
}

# The operator's programs svc-NAME.
_svc_programs() {
  local name
  while IFS= read -r name; do
    name=${name#svc-}
    [[ -z $name || $name == *[!A-Za-z0-9._-]* || " $REPLY " == *" $name "* ]] || REPLY+=" $name"
  done < <(compgen -c -- svc-)
}

# Puts what an alias stands for in its place; svc knows how.
_svc_expand() {
  local word
  local -a expanded=()
  REPLY=
  _svc_aliases
  [[ " $REPLY " == *" $root "* ]] || return 1
  while IFS= read -r word; do expanded+=("$word"); done < <(
    svc __complete --shell=bash --expand -- "${before[@]}" 2>/dev/null </dev/null
  )
  ((${#expanded[@]})) && before=("${expanded[@]}")
}

# Completes behind a program as its own completion does, and files where it has none.
_svc_program() {
  local name=svc-$root line=${COMP_LINE#*[[:space:]]} spec=
  if [[ ${COMP_WORDS[1]} == "$root" ]]; then
    spec=$(complete -p "$name" 2>/dev/null)
    [[ $spec == *' -F '* ]] && spec=${spec##* -F } spec=${spec%% *} || spec=
  fi
  if [[ -z $spec ]]; then
    _svc_cut "$1"
    _svc_files "$cur"
    return 0
  fi
  line=$name${line#*"$root"}
  COMP_WORDS=("$name" "${COMP_WORDS[@]:2}")
  ((COMP_CWORD -= 1, COMP_POINT -= ${#COMP_LINE} - ${#line}))
  COMP_LINE=$line
  "$spec" "$name" "$1" "${COMP_WORDS[COMP_CWORD-1]}"
}

_svc_offer() {
  local word
  while IFS= read -r word; do COMPREPLY+=("${word#"$cut"}"); done < <(compgen "$@")
  [[ $word == *= || ${COMPREPLY[0]-} == *= ]] && _svc_nospace
  return 0
}

_svc_nospace() {
  type compopt >/dev/null 2>&1 && compopt -o nospace 2>/dev/null
}

_svc_files() {
  type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
  _svc_offer -f -- "$1"
}

# The words up to the cursor as they were typed: bash splits them at = : and @ too.
_svc_line() {
  local line=${COMP_LINE:0:COMP_POINT} word
  local -i i
  for ((i = 0; i <= COMP_CWORD; i++)); do
    if [[ $line == [[:space:]]* || $i -eq 0 ]]; then
      ((i > 1)) && before+=("$cur")
      cur= line=${line#"${line%%[![:space:]]*}"}
    fi
    word=${COMP_WORDS[i]}
    ((i == COMP_CWORD)) && word=$line
    cur+=$word line=${line#"$word"}
  done
}

# What readline replaces is the argument: what stands before it stays, and so does an open quote.
_svc_cut() {
  typed=$cur
  case $cur in
    \"* | \'*) cur=${cur#?} ;;
    *"$1") cut=${cur%"$1"} ;;
  esac
}

# Asks svc for names; what it answers is quoted already.
_svc_names() {
  local word
  while IFS= read -r word; do COMPREPLY+=("${word#"$cut"}"); done < <(
    svc __complete --shell=bash "--of=$1" "--word=$typed" -- ${before[@]+"${before[@]}"} 2>/dev/null </dev/null
  )
  [[ $word == *= || ${COMPREPLY[0]-} == *= ]] && _svc_nospace
  return 0
}

# Several words with commas between them; columns in lower case too, and behind a minus sign where rows are sorted.
_svc_list() {
  local words=$1 part=${cur##*,} head word sign=
  head=${cur%"$part"}
  [[ $pending == --sort && $part == -* ]] && sign=- part=${part#-}
  [[ $pending == --sort || $pending == --columns ]] && [[ $part == *[[:lower:]]* ]] && words=$(tr '[:upper:]' '[:lower:]' <<<"$words")
  for word in $words; do
    [[ $word != "$part"* || ,$head == *,"$sign$word",* ]] && continue
    word=$head$sign$word
    COMPREPLY+=("${word#"$cut"}")
  done
}

_svc() {
  local cur= typed cut= REPLY= root= verb= command= pending= word flag
  local -a before
  local -i i count=0 rest=0 expanded=0
  COMPREPLY=() before=()
  _svc_line
  for ((i = 0; i < ${#before[@]}; i++)); do
    word=${before[i]}
    if [[ -n $pending ]]; then
      pending=
    elif [[ $word == -- ]]; then
      rest=$((i + 1))
      break
    elif [[ $word == -* ]]; then
      _svc_options "$command"
      [[ " $_svc_globals $REPLY " == *" $word= "* ]] && pending=$word
    elif [[ -z $root ]]; then
      _svc_root "$word"
      root=$REPLY command=$REPLY
      _svc_verbs "$root"
      if [[ -z $REPLY && $root == *[-_]* && " $_svc_roots " != *" $root "* ]]; then
        # A described group may be written as its words.
        _svc_verbs "${root//[-_]/}"
        [[ -z $REPLY ]] || root=${root//[-_]/} command=${root//[-_]/}
      fi
      if [[ -n $REPLY ]]; then
        :
      elif [[ " $_svc_roots " == *" $root "* ]]; then
        verb=-
      elif ((expanded == 0)) && _svc_expand; then
        expanded=1 i=-1 root= command=
      elif [[ -n $(type -P "svc-$root") ]]; then
        _svc_program "$2"
        return 0
      else
        verb=-
      fi
    elif [[ -z $verb ]]; then
      verb=$word command="$root $word"
    else
      count+=1
    fi
  done
  [[ -z $pending && $cur == -*=* && $rest -eq 0 ]] && pending=${cur%%=*} cur=${cur#*=}
  _svc_cut "$2"
  if ((rest)); then
    count+=$((${#before[@]} - rest))
    case $command in
      'sandbox exec')
        if ((rest == ${#before[@]})); then _svc_offer -c -- "$cur"; else _svc_files "$cur"; fi
        return 0
        ;;
    esac
  fi
  if [[ -n $pending ]]; then
    _svc_values "$command ${pending/#--sort/--columns}"
    [[ -n $REPLY ]] || _svc_values "* $pending"
    _svc_value
  elif [[ $cur == -* && $rest -eq 0 ]]; then
    _svc_options "$command"
    word=" $_svc_globals $REPLY "
    word=${word//= / }
    for flag in $REPLY; do
      [[ $flag == !* ]] && word=${word//" $flag "/ } word=${word//" ${flag#!} "/ }
    done
    _svc_offer -W "$word" -- "$cur"
  elif [[ -z $verb || $verb == help && $count -eq 0 ]]; then
    _svc_verbs "$root"
    _svc_value
  elif [[ $root == help && $count -eq 0 ]]; then
    _svc_root "$verb"
    _svc_verbs "$REPLY"
    _svc_value
  else
    _svc_values "$command $((count + 1))"
    [[ -n $REPLY ]] || _svc_values "$command *"
    _svc_value
  fi
}

_svc_value() {
  if [[ $cur == @* ]]; then
    # Readline keeps the sign in the word that it replaces.
    local -i i
    _svc_files "${cur#@}"
    [[ $cut == *@ ]] || for ((i = 0; i < ${#COMPREPLY[@]}; i++)); do COMPREPLY[i]=@${COMPREPLY[i]}; done
    return 0
  fi
  case $REPLY in
    '') ;;
    '<file>') _svc_files "$cur" ;;
    '<'*) _svc_names "$REPLY" ;;
    ', '*) _svc_list "${REPLY#, }" ;;
    *) _svc_offer -W "$REPLY" -- "$cur" ;;
  esac
}

complete -F _svc svc

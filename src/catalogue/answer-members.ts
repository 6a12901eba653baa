/** Members that `--columns` accepts by name, besides the columns of tables. Others need a path (`.member`). */
export const answerMembers: ReadonlySet<string> = new Set(
  `
    active_discovery added address_ttl alloc_type alloc_type_name allow_dns allow_proxy anon_resource_uri
    architecture authoritative available_size available_string bcaches bios_boot_method block_size
    blockdevice_set boot_disk boot_interface bootable cache_sets capabilities children cidr class_type
    comment commissioning_status commissioning_status_name constraints_by_type consumer_key content count
    cpu_count cpu_speed cpu_test_status cpu_test_status_name created current_commissioning_result_id
    current_installation_result_id current_testing_result_id data default_gateway default_gateways
    definition description device_id dhcp_on disable_ipv4 disabled_boot_architectures discovered
    discovery_id distro_series dns_servers domain effective_mtu email enable_hw_sync enabled end end_ip
    ephemeral_deploy error_description events external_dhcp fabric fabric_id fabric_name filename filesystem
    firmware_version first_address fqdn gateway_ip global_snippet hardware_info hardware_uuid history
    hostname hwe_kernel id id_path interface_set interface_speed interface_test_status
    interface_test_status_name ip ip_addresses ip_version is_default is_local is_superuser kernel_opts key
    keyring_data keyring_filename keysource largest_available last_address last_deployed last_seen last_sync
    level link_connected link_speed links locked mac_address mac_organization managed memory
    memory_test_status memory_test_status_name min_hwe_kernel model mtu name netboot netmask
    network_test_status network_test_status_name next_sync next_uri node node_type node_type_name
    num_addresses num_available num_unavailable numa_node numanode_set observer osystem other_test_status
    other_test_status_name owner owner_data params parent parents partition_table_type partitions path
    physicalblockdevice_set platform pod pool power_parameters power_state power_type prev_uri primary_rack
    product raids ranges rdns_mode relay_vlan removed resource_record_count resource_records resource_uri
    result_type rrdata rrtype script_result secondary_rack serial service_set sets size space
    special_filesystems sriov_max_vf start start_ip state status status_action status_message status_name
    storage storage_pool storage_test_status storage_test_status_name subarches subnet subnets subversion
    supported_platforms swap_size sync_interval system_id tag_names tags testing_status testing_status_name
    title token token_key token_secret total_addresses ttl type updated url usage usage_string used_for
    used_size user username uuid value vendor version vid virtualblockdevice_set virtualmachine_id vlan
    vlan_tag vlans volume_groups workload_annotations zone
`.match(/\w+/g),
);

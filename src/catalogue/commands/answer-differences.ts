type AnswerDifference = readonly [about: string, documented: string, deployed: string];

/** Where deployed services answer differently from the documents; the sandbox can do either. Each: what, documented, deployed. */
export const answerDifferences = {
  "json-layout": ["layout of JSON", "compact", "indented by four spaces"],
  "error-type": [
    "content type of errors",
    "text/plain with a character set",
    "application/json for a 400 with messages by field, text/plain without a character set for a 404",
  ],
  "future-timestamp": [
    "an OAuth timestamp that is more than 300 seconds ahead of the service's clock",
    "401, as for one that far behind",
    "accepted",
  ],
  "custom-base-image": [
    "a new custom boot resource without base_image",
    "400",
    "is based on the release of commissioning_distro_series",
  ],
  "written-members": [
    "agent_name and is_dpu of machines, base_image of boot resources, description of fabrics and VLANs",
    "in the answer",
    "accepted, but not in answers",
  ],
  "changed-node": [
    "abort, override_failed_testing, power_on, power_off, test, set_owner_data and set_workload_annotations",
    "204 without a body",
    "200 and the node",
  ],
  "untyped-answers": [
    "most deletions, clearing discoveries, chunks of images, and power_parameters of one node",
    "200 without a content type",
    "204 without a body, 200 for chunks; power_parameters are application/json",
  ],
  "anonymous-callers": [
    "is_registered of machines and nodes and get_by_key of files without a key, and other operations of those lists",
    "401",
    "answered without a key, and 400 for the others",
  ],
  "unavailable-action": ["commission and test in a wrong status", "409", "400, a message for __all__"],
  "allocation-names": ["allocate with an unknown tag, zone, pool or architecture", "409", "400 by field"],
  "unknown-address": ["release of an IP address that is not reserved", "404", "400"],
  "set-zone": ["set_zone", "204 without a body", "200 and null"],
  "config-values": ["get_config", "the value as plain text", "the value as JSON"],
  "registered-mac": ["is_registered", "true or false as plain text", "true or false as JSON"],
  "file-content": [
    "files op-get and op-get_by_key",
    "JSON that contains the content in base64",
    "the bytes themselves, as text/html",
  ],
  "created-status": [
    "status of created boot resources and files, and of a renamed token",
    "200, and the object",
    "201 for boot resources, 201 without a body for files, 202 for a token",
  ],
  "token-list": [
    "list_authorisation_tokens",
    "each token with its parts, and whole",
    "each token whole, with its name",
  ],
  "filter-commas": ["a comma in a list filter", "separates values", "is part of the value"],
  "event-links": [
    "next_uri and prev_uri of events that were asked for with ?op=query",
    "lack the operation",
    "have op=query",
  ],
  "segment-names": [
    "names of configuration items that begin with svc_, and of new tokens",
    "the same at every service",
    "follow the service's name segment: lab_name at /LAB",
  ],
  "config-names": [
    "names of configuration items that begin with hvmgr_, logship_, metrics_ and os_",
    "as they are",
    "begin with vcenter_, promtail_, prometheus_ and windows_",
  ],
  "domain-name": ["an update of a domain without name", "400", "changes the given fields"],
  "forward-servers": [
    "authoritative and forward_dns_servers of a domain in one request",
    "accepted if they agree",
    "400",
  ],
  "dns-resource-name": [
    "a new DNS resource with an fqdn alone",
    "400: domain and name are required",
    "created",
  ],
  "device-parent": [
    "an update of a device that has a parent, without parent",
    "leaves the parent unchanged",
    "400",
  ],
  "partition-operations": [
    "operations of partitions and scripts, whose paths have no final slash, named in the path",
    "carried out",
    "400, and 404 with a slash before op-: only op in the query or the form names them",
  ],
  "partition-tag": ["add_tag of a partition of a machine that is neither Ready nor Allocated", "409", "200"],
  "cache-mode": ["cache_mode of a bcache", "in upper or lower case", "in lower case only"],
  "keyring-data": [
    "keyring_data of a boot source as a text field of base64",
    "taken",
    "400 on create, ignored on update: only a file part counts",
  ],
  "script-names": [
    "reading commissioning scripts",
    "the list has the scripts, and one is JSON with its content in base64",
    "the list has their names, and one is its content, as application/binary",
  ],
  "config-without-value": ["set_config without value", "clears the item", "400"],
  "superuser-digit": ["is_superuser of a new user", "1 or 0, or true or false", "1 or 0: a word is a 500"],
  "subnet-switches": [
    "managed, allow_dns and allow_proxy of subnets",
    "0 and false switch off",
    "false alone switches off",
  ],
  "subnet-numbers": [
    "subnet of a new IP range and of link_subnet",
    "the number, name or block of the subnet",
    "the number of the subnet: anything else is a 400",
  ],
  "host-names": ["pods/{id}/ with a name", "404", "500"],
  "mount-options": ["mount_special", "reads mount_option", "reads mount_options"],
  "abortable-work": [
    "abort while releasing, and while entering or leaving rescue mode",
    "aborts the work",
    "409",
  ],
  "power-on": ["power_on of an Allocated machine", "turns it on", "deploys it"],
  "broken-by-stranger": ["mark_broken by an administrator who does not own the machine", "marks it", "403"],
  "broken-release": [
    "mark_broken of a machine that could be released",
    "lets a deployed machine keep its owner and system until mark_fixed",
    "releases it first, as its DEBUG events show",
  ],
  "broken-comment": [
    "the comment of mark_broken",
    "error_description of the machine",
    "only in the DEBUG events of the machine",
  ],
  "locked-zone": ["set_zone of a locked machine", "403", "moves it"],
  "locked-delete": ["an administrator's DELETE of a locked machine", "403", "deletes it"],
  "power-address": [
    "a new machine with the power address of another one",
    "created",
    "409 with Retry-After, after 15 seconds",
  ],
  "taken-address": ["reserve of an IP address that is taken", "400", "404"],
  "absent-discovery": ["a discovery that does not exist", "404", "410 Gone"],
  "withdrawn-networks": [
    "create, update, delete, connect_macs and disconnect_macs of networks",
    "offered; connecting answers 404",
    "410 Gone",
  ],
} as const satisfies Record<string, AnswerDifference>;

export type AnswerDifferenceId = keyof typeof answerDifferences;

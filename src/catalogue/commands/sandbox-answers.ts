type AnswerDifference = readonly [subject: string, documented: string, deployed: string];

/** Answers of live services that differ from the API documentation. The sandbox can answer either way. */
export const answerDifferences = {
  "json-layout": ["layout of JSON", "compact", "indented by four spaces"],
  "error-type": [
    "content type of errors",
    "text/plain with a character set",
    "application/json for a 400 that lists errors by field, text/plain without a character set for a 404",
  ],
  "future-timestamp": [
    "OAuth timestamp over 300 s in the future",
    "401, as for a timestamp in the past",
    "accepted",
  ],
  "custom-base-image": ["custom boot resource, no base_image", "400", "based on commissioning_distro_series"],
  "hidden-members": [
    "agent_name and is_dpu of machines, base_image of boot resources, description of fabrics and VLANs",
    "accepted, and included in answers",
    "accepted, but not included in answers",
  ],
  "changed-node": [
    "abort, override_failed_testing, power_on, power_off, test, set_owner_data and set_workload_annotations",
    "204 without a body",
    "200, with the node as the body",
  ],
  "untyped-answers": [
    "most deletions, clearing discoveries, uploading a chunk of an image, and power_parameters of one node",
    "200 without a content type",
    "204 without a body for deletions and clearing, 200 for a chunk, application/json for power_parameters",
  ],
  "anonymous-callers": [
    "requests without an API key to the lists of machines, nodes and files",
    "401",
    "the operations is_registered (machines, nodes) and get_by_key (files) are carried out; all others get 400",
  ],
  "unavailable-action": [
    "commission or test in the wrong status",
    "409",
    "400, with the message under __all__",
  ],
  "allocation-names": [
    "allocate with an unknown tag, zone, pool or architecture",
    "409",
    "400, with a message for each field",
  ],
  "unknown-address": ["releasing an IP address that is not reserved", "404", "400"],
  "set-zone": ["set_zone", "204 without a body", "200, with null as the body"],
  "config-values": ["get_config", "the value as plain text", "the value as JSON"],
  "registered-mac": ["is_registered", "true or false, as plain text", "true or false, as JSON"],
  "file-content": ["files op-get and op-get_by_key", "JSON with base64", "the content itself, as text/html"],
  "created-status": [
    "the status code after creating a boot resource or a file, or renaming a token",
    "200, with the object as the body",
    "201 for a boot resource, 201 without a body for a file, 202 for a token",
  ],
  "token-list": [
    "list_authorisation_tokens",
    "for each token: its three parts, its name, and the parts joined",
    "for each token: its name, and the parts joined",
  ],
  "filter-commas": ["a comma in a filter of a list", "separates two values", "is part of the value"],
  "event-links": ["next_uri and prev_uri of events/?op=query", "do not contain op=query", "contain op=query"],
  "segment-names": [
    "names of configuration items that begin with svc_, and names of new tokens",
    "the same at every service",
    "begin with the service's name segment instead: lab_... if its address ends in /LAB",
  ],
  "config-names": [
    "names of configuration items that begin with hvmgr_, logship_, metrics_ and os_",
    "unchanged",
    "begin with vcenter_, promtail_, prometheus_ and windows_ instead",
  ],
  "domain-name": ["updating a domain without the field name", "400", "the given fields are changed"],
  "forward-servers": ["authoritative with forward_dns_servers", "accepted if consistent", "400"],
  "dns-resource-name": ["new DNS resource with fqdn, but without domain and name", "400", "created"],
  "device-parent": [
    "updating a device that has a parent, without the field parent",
    "parent unchanged",
    "400",
  ],
  "partition-operations": [
    "op-NAME in the path of a partition or script (these paths have no final slash)",
    "carried out",
    "400, or 404 if the path has a slash before op-NAME; op=NAME in the query or the form works",
  ],
  "partition-tag": ["add_tag of a partition while its machine is neither Ready nor Allocated", "409", "200"],
  "cache-mode": ["cache_mode of a bcache", "accepted in upper or lower case", "accepted in lower case only"],
  "keyring-data": [
    "keyring_data of a boot source in base64, as a text field of the form",
    "accepted",
    "400 on create, ignored on update: the keyring must be a file part of the form",
  ],
  "script-names": [
    "reading commissioning scripts",
    "the list contains the scripts; a single script is JSON with its content in base64",
    "the list contains only names; a single script is its content, as application/binary",
  ],
  "config-without-value": ["set_config without the field value", "clears the item", "400"],
  "superuser-digit": [
    "is_superuser of a new user",
    "1, 0, true or false",
    "only 1 or 0; anything else gets 500",
  ],
  "subnet-switches": [
    "switches of subnets, such as managed",
    "false or 0 turns them off",
    "only false turns them off",
  ],
  "subnet-numbers": ["subnet of an IP range or of link_subnet", "id, name or CIDR", "only the id; else 400"],
  "pod-names": ["a name in place of the id in pods/{id}/", "404", "500"],
  "mount-options": ["mount options of mount_special", "in the field mount_option", "in mount_options"],
  "abortable-work": ["abort while releasing, entering or leaving rescue mode", "accepted", "409"],
  "power-on": ["power_on of an Allocated machine", "the machine is turned on", "the machine is deployed"],
  "broken-by-stranger": ["mark_broken by an administrator who does not own the machine", "accepted", "403"],
  "broken-release": [
    "mark_broken of a machine that could be released",
    "a deployed machine keeps its owner and operating system until mark_fixed",
    "the machine is released first, as its DEBUG events show",
  ],
  "broken-comment": ["comment of mark_broken", "in error_description", "only in the machine's DEBUG events"],
  "locked-zone": ["set_zone of a locked machine", "403", "the machine is moved"],
  "locked-delete": ["DELETE of a locked machine by an administrator", "403", "the machine is deleted"],
  "power-address": [
    "machine with the power address of another machine",
    "created",
    "after 15 s, a 409 with Retry-After",
  ],
  "taken-address": ["reserving an IP address that is in use", "400", "404"],
  "absent-discovery": ["a discovery that does not exist", "404", "410 Gone"],
  "withdrawn-networks": [
    "create, update, delete, connect_macs and disconnect_macs of networks",
    "carried out, except that connect_macs and disconnect_macs get 404",
    "410 Gone",
  ],
} as const satisfies Record<string, AnswerDifference>;

export type AnswerDifferenceId = keyof typeof answerDifferences;

export const sandboxLimits: readonly { readonly about: string; readonly text: string }[] = [
  { about: "vm-hosts and vm-clusters", text: "all VM hosts have the same size, and there are no clusters" },
  {
    about: "content of scripts",
    text: "scripts are not run: their output is invented, except for simple echo lines; results cannot be downloaded as tar.xz",
  },
  {
    about: "definition of tags",
    text: "refused with 400, because XPath is not evaluated; update_nodes of tags/{name}/ adds a tag to nodes",
  },
  {
    about: "JSON as the body of a request",
    text: "refused with 415; live services read it for a few operations and ignore it for all others",
  },
  {
    about: "multipart forms with errors",
    text:
      "refused with 400 if a part has no name, a disposition other than form-data, a repeated header or invalid " +
      "base64, or if the last boundary is missing; live services read what they can, and do not decode quoted-printable",
  },
];

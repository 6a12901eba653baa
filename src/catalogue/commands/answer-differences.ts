export interface AnswerDifference {
  readonly about: string;
  readonly documented: string;
  readonly deployed: string;
}

/** Where deployed services answer differently from the documents; the sandbox can do either. */
export const answerDifferences = {
  "json-layout": {
    about: "layout of JSON",
    documented: "compact",
    deployed: "indented by four spaces",
  },
  "error-type": {
    about: "content type of errors",
    documented: "text/plain with a character set",
    deployed:
      "application/json for a 400 with messages by field, text/plain without a character set for a 404",
  },
  "future-timestamp": {
    about: "an OAuth timestamp that is more than 300 seconds ahead of the service's clock",
    documented: "401, as for one that far behind",
    deployed: "accepted",
  },
  "written-members": {
    about:
      "agent_name and is_dpu of machines, base_image of boot resources, description of fabrics and VLANs",
    documented: "in the answer",
    deployed: "accepted, but not in answers",
  },
  "changed-node": {
    about: "abort, override_failed_testing, set_owner_data and set_workload_annotations",
    documented: "204 without a body",
    deployed: "200 and the node",
  },
  "set-zone": {
    about: "set_zone",
    documented: "204 without a body",
    deployed: "200 and null",
  },
  "config-values": {
    about: "get_config",
    documented: "the value as plain text",
    deployed: "the value as JSON",
  },
  "registered-mac": {
    about: "is_registered",
    documented: "true or false as plain text",
    deployed: "true or false as JSON",
  },
  "file-content": {
    about: "files op-get and op-get_by_key",
    documented: "JSON that contains the content in base64",
    deployed: "the bytes themselves, as text/html",
  },
  "created-status": {
    about: "status of created boot resources and files, and of a renamed token",
    documented: "200, and the object",
    deployed: "201 for boot resources, 201 without a body for files, 202 for a token",
  },
  "token-list": {
    about: "list_authorisation_tokens",
    documented: "each token with its parts, and whole",
    deployed: "each token whole, with its name",
  },
  "filter-commas": {
    about: "a comma in a list filter",
    documented: "separates values",
    deployed: "is part of the value",
  },
  "event-links": {
    about: "next_uri and prev_uri of events that were asked for with ?op=query",
    documented: "lack the operation",
    deployed: "have op=query",
  },
  "segment-names": {
    about: "names of configuration items that begin with svc_, and of new tokens",
    documented: "the same at every service",
    deployed: "follow the service's name segment: lab_name at /LAB",
  },
  "domain-name": {
    about: "an update of a domain without name",
    documented: "400",
    deployed: "changes what is given",
  },
  "forward-servers": {
    about: "authoritative and forward_dns_servers of a domain in one request",
    documented: "accepted if they agree",
    deployed: "400",
  },
  "dns-resource-name": {
    about: "a new DNS resource with an fqdn alone",
    documented: "400: domain and name are required",
    deployed: "created",
  },
  "device-parent": {
    about: "an update of a device that has a parent, without parent",
    documented: "leaves the parent as it is",
    deployed: "400",
  },
  "partition-operations": {
    about: "operations of partitions, whose paths have no final slash, named in the path",
    documented: "carried out",
    deployed: "400, and 404 with a slash before op-: only op in the query or the form names them",
  },
  "partition-tag": {
    about: "add_tag of a partition of a machine that is neither Ready nor Allocated",
    documented: "409",
    deployed: "200",
  },
  "cache-mode": {
    about: "cache_mode of a bcache",
    documented: "in upper or lower case",
    deployed: "in lower case only",
  },
  "keyring-data": {
    about: "keyring_data of a boot source as a text field of base64",
    documented: "taken",
    deployed: "400 on create, ignored on update: only a file part counts",
  },
  "mount-options": {
    about: "mount_special",
    documented: "reads mount_option",
    deployed: "reads mount_options",
  },
  "abortable-work": {
    about: "abort while releasing, and while entering or leaving rescue mode",
    documented: "aborts the work",
    deployed: "409",
  },
  "power-on": {
    about: "power_on of an Allocated machine",
    documented: "turns it on",
    deployed: "deploys it",
  },
  "broken-by-stranger": {
    about: "mark_broken by an administrator who does not own the machine",
    documented: "marks it",
    deployed: "403",
  },
  "broken-comment": {
    about: "the comment of mark_broken",
    documented: "error_description of the machine",
    deployed: "only in the DEBUG events of the machine",
  },
  "locked-zone": {
    about: "set_zone of a locked machine",
    documented: "403",
    deployed: "moves it",
  },
  "locked-delete": {
    about: "an administrator's DELETE of a locked machine",
    documented: "403",
    deployed: "deletes it",
  },
  "power-address": {
    about: "a new machine with the power address of another one",
    documented: "created",
    deployed: "409 with Retry-After, after 15 seconds",
  },
  "taken-address": {
    about: "reserve of an IP address that is taken",
    documented: "400",
    deployed: "404",
  },
  "absent-discovery": {
    about: "a discovery that does not exist",
    documented: "404",
    deployed: "410 Gone",
  },
  "withdrawn-networks": {
    about: "create, update, delete, connect_macs and disconnect_macs of networks",
    documented: "offered; connecting answers 404",
    deployed: "410 Gone",
  },
} as const satisfies Record<string, AnswerDifference>;

export type AnswerDifferenceId = keyof typeof answerDifferences;

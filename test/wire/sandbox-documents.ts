/**
 * The answers of every operation, copied by hand from the documents of the service, in their order and their
 * notation. `J` is application/json, `T` text/plain, `-` no content type and no body,
 * `*` a body without a content type, `BSON` a map of binary XML, `?` an answer that the documents do not
 * show. `200*` of the documents is `200 -`. What follows the bar are the listed failures, each with a text
 * body.
 */
const listed = `
POST /account/op-create_authorisation_token 200 J
POST /account/op-delete_authorisation_token 204 -
GET /account/op-list_authorisation_tokens 200 J
POST /account/op-update_token_name 200 T

GET /account/prefs/sshkeys/ 200 J
POST /account/prefs/sshkeys/ 201 J
POST /account/prefs/sshkeys/op-import 200 J
DELETE /account/prefs/sshkeys/{id}/ 204 - | 403 404
GET /account/prefs/sshkeys/{id}/ 200 J | 404

GET /account/prefs/sslkeys/ 200 J
POST /account/prefs/sslkeys/ 201 J
DELETE /account/prefs/sslkeys/{id}/ 204 - | 403 404
GET /account/prefs/sslkeys/{id}/ 200 J | 403 404

GET /boot-resources/ 200 J
POST /boot-resources/ 200 J
POST /boot-resources/op-import 200 T
GET /boot-resources/op-is_importing 200 T
POST /boot-resources/op-stop_import 200 T
DELETE /boot-resources/{id}/ 200 - | 404
GET /boot-resources/{id}/ 200 J | 404
PUT /boot-resources/{resource_id}/upload/{id}/ 200 - | 400 403

GET /boot-sources/ 200 J
POST /boot-sources/ 200 J
DELETE /boot-sources/{id}/ 200 - | 404
GET /boot-sources/{id}/ 200 J | 404
PUT /boot-sources/{id}/ 200 J | 404
GET /boot-sources/{boot_source_id}/selections/ 200 J | 404
POST /boot-sources/{boot_source_id}/selections/ 200 J | 404
DELETE /boot-sources/{boot_source_id}/selections/{id}/ 200 - | 404
GET /boot-sources/{boot_source_id}/selections/{id}/ 200 J | 404
PUT /boot-sources/{boot_source_id}/selections/{id}/ 200 J | 404

GET /commissioning-scripts/ 200 J
POST /commissioning-scripts/ 200 J
DELETE /commissioning-scripts/{name} 200 - | 404
GET /commissioning-scripts/{name} 200 J | 404
PUT /commissioning-scripts/{name} 200 J | 404

GET /devices/ 200 J
POST /devices/ 200 J | 400
GET /devices/op-is_registered 200 T | 400
POST /devices/op-set_zone 204 - | 400 403
DELETE /devices/{system_id}/ 200 - | 403 404
GET /devices/{system_id}/ 200 J | 404
PUT /devices/{system_id}/ 200 J | 403 404
GET /devices/{system_id}/op-details 200 BSON | 403 404
GET /devices/{system_id}/op-power_parameters 200 * | 403 404
POST /devices/{system_id}/op-restore_default_configuration 200 J | 403 404
POST /devices/{system_id}/op-restore_networking_configuration 200 J | 403 404
POST /devices/{system_id}/op-set_owner_data 204 - | 403 404
POST /devices/{system_id}/op-set_workload_annotations 204 - | 403 404

GET /dhcp-snippets/ 200 J
POST /dhcp-snippets/ 200 J | 400 403
DELETE /dhcp-snippets/{id}/ 200 - | 403 404
GET /dhcp-snippets/{id}/ 200 J | 404
PUT /dhcp-snippets/{id}/ 200 J | 400 403 404
POST /dhcp-snippets/{id}/op-revert 200 J | 404

GET /discovery/ 200 J
GET /discovery/op-by_unknown_ip 200 J
GET /discovery/op-by_unknown_mac 200 J
GET /discovery/op-by_unknown_ip_and_mac 200 J
POST /discovery/op-clear 200 -
POST /discovery/op-clear_by_mac_and_ip 200 -
POST /discovery/op-scan 200 J
GET /discovery/{discovery_id}/ 200 J | 404

GET /dnsresourcerecords/ 200 J
POST /dnsresourcerecords/ 200 J
DELETE /dnsresourcerecords/{id}/ 200 - | 403 404
GET /dnsresourcerecords/{id}/ 200 J | 404
PUT /dnsresourcerecords/{id}/ 200 J | 403 404

GET /dnsresources/ 200 J | 404
POST /dnsresources/ 200 J
DELETE /dnsresources/{id}/ 200 - | 403 404
GET /dnsresources/{id}/ 200 J | 404
PUT /dnsresources/{id}/ 200 J | 403 404

GET /domains/ 200 J
POST /domains/ 200 J
POST /domains/op-set_serial 200 T
DELETE /domains/{id}/ 200 - | 403 404
GET /domains/{id}/ 200 J | 404
PUT /domains/{id}/ 200 J | 403 404
POST /domains/{id}/op-set_default 200 J | 403 404

GET /events/op-query 200 J

GET /fabrics/ 200 J
POST /fabrics/ 200 J
DELETE /fabrics/{id}/ 200 - | 404
GET /fabrics/{id}/ 200 J | 404
PUT /fabrics/{id}/ 200 J | 404
GET /fabrics/{fabric_id}/vlans/ 200 J | 404
POST /fabrics/{fabric_id}/vlans/ 200 J | 404
DELETE /fabrics/{fabric_id}/vlans/{vid}/ 204 - | 404
GET /fabrics/{fabric_id}/vlans/{vid}/ 200 J | 404
PUT /fabrics/{fabric_id}/vlans/{vid}/ 200 J | 404

GET /files/ 200 J
POST /files/ 200 J | 400
DELETE /files/ 200 - | 404
GET /files/op-get 200 J | 404
GET /files/op-get_by_key 200 J | 404
DELETE /files/{filename}/ 200 - | 404
GET /files/{filename}/ 200 J | 404

GET /installation-results/ 200 J

GET /ipaddresses/ 200 J
POST /ipaddresses/op-release 204 - | 404
POST /ipaddresses/op-reserve 200 J | 400 503

GET /ipranges/ 200 J
POST /ipranges/ 200 J | 403
DELETE /ipranges/{id}/ 200 - | 403 404
GET /ipranges/{id}/ 200 J | 404
PUT /ipranges/{id}/ 200 J | 403 404

GET /license-keys/ 200 J
POST /license-keys/ 200 J
DELETE /license-key/{osystem}/{distro_series} 200 - | 404
GET /license-key/{osystem}/{distro_series} 200 J | 404
PUT /license-key/{osystem}/{distro_series} 200 J | 404

GET /svc/op-get_config 200 T
POST /svc/op-set_config 200 T

GET /machines/ 200 J
POST /machines/ 200 J
POST /machines/op-accept 200 J | 400 403
POST /machines/op-accept_all 200 J
POST /machines/op-add_chassis 200 T | 400 403 404
POST /machines/op-allocate 200 J | 409
POST /machines/op-clone 204 - | 400 403
GET /machines/op-is_registered 200 T | 400
GET /machines/op-list_allocated 200 J
GET /machines/op-power_parameters 200 J | 403
POST /machines/op-release 200 J | 400 403 409
POST /machines/op-set_zone 204 - | 400 403

DELETE /machines/{system_id}/ 204 - | 400 403 404
GET /machines/{system_id}/ 200 J | 404
PUT /machines/{system_id}/ 200 J | 403 404
POST /machines/{system_id}/op-abort 204 - | 403 404
POST /machines/{system_id}/op-clear_default_gateways 200 J | 403 404
POST /machines/{system_id}/op-commission 200 J | 404
POST /machines/{system_id}/op-deploy 200 J | 403 404 503
GET /machines/{system_id}/op-details 200 BSON | 403 404
POST /machines/{system_id}/op-exit_rescue_mode 200 J | 403 404
GET /machines/{system_id}/op-get_curtin_config 200 J | 403 404
GET /machines/{system_id}/op-get_token 200 J | 404
POST /machines/{system_id}/op-lock 200 J | 403 404
POST /machines/{system_id}/op-unlock 200 J | 403 404
POST /machines/{system_id}/op-mark_broken 200 J | 403 404
POST /machines/{system_id}/op-mark_fixed 200 J | 403 404
POST /machines/{system_id}/op-mount_special 200 J | 403 404
POST /machines/{system_id}/op-unmount_special 200 J | 403 404
POST /machines/{system_id}/op-override_failed_testing 204 - | 403 404
POST /machines/{system_id}/op-power_off 204 - | 403 404
POST /machines/{system_id}/op-power_on 204 - | 403 404 503
GET /machines/{system_id}/op-power_parameters 200 * | 403 404
GET /machines/{system_id}/op-query_power_state 200 J | 404
POST /machines/{system_id}/op-release 200 J | 403 404 409
POST /machines/{system_id}/op-rescue_mode 200 J | 403 404
POST /machines/{system_id}/op-restore_default_configuration 200 J | 403 404
POST /machines/{system_id}/op-restore_networking_configuration 200 J | 403 404
POST /machines/{system_id}/op-restore_storage_configuration 200 J | 403 404
POST /machines/{system_id}/op-set_owner_data 204 - | 403 404
POST /machines/{system_id}/op-set_storage_layout 200 J | 400 403 404
POST /machines/{system_id}/op-set_workload_annotations 204 - | 403 404
POST /machines/{system_id}/op-test 204 - | 404

GET /networks/ 200 J
POST /networks/ 200 J
DELETE /networks/{name}/ 200 - | 404
GET /networks/{name}/ 200 J | 404
PUT /networks/{name}/ 200 J | 404
POST /networks/{name}/op-connect_macs ? | 404
POST /networks/{name}/op-disconnect_macs ? | 404
GET /networks/{name}/op-list_connected_macs ? | 404

GET /nodes/ 200 J
GET /nodes/op-is_registered 200 T | 400
POST /nodes/op-set_zone 204 - | 400 403
DELETE /nodes/{system_id}/ 204 - | 403 404
GET /nodes/{system_id}/ 200 J | 404
GET /nodes/{system_id}/op-details 200 BSON | 403 404
GET /nodes/{system_id}/op-power_parameters 200 * | 403 404

GET /nodes/{system_id}/bcache-cache-sets/ 200 J | 404
POST /nodes/{system_id}/bcache-cache-sets/ 200 J | 404 409
DELETE /nodes/{system_id}/bcache-cache-set/{id}/ 200 - | 400 404 409
GET /nodes/{system_id}/bcache-cache-set/{id}/ 200 J | 404
PUT /nodes/{system_id}/bcache-cache-set/{id}/ 200 J | 404 409

GET /nodes/{system_id}/bcaches/ 200 J | 404
POST /nodes/{system_id}/bcaches/ 200 J | 404 409
DELETE /nodes/{system_id}/bcache/{id}/ 200 - | 404 409
GET /nodes/{system_id}/bcache/{id}/ 200 J | 404
PUT /nodes/{system_id}/bcache/{id}/ 200 J | 404 409

GET /nodes/{system_id}/blockdevices/ 200 J | 404
POST /nodes/{system_id}/blockdevices/ 200 J | 404
DELETE /nodes/{system_id}/blockdevices/{device_id}/partition/{id} 200 - | 404
GET /nodes/{system_id}/blockdevices/{device_id}/partition/{id} 200 J | 404
POST /nodes/{system_id}/blockdevices/{device_id}/partition/{id}op-add_tag 200 J | 403 404
POST /nodes/{system_id}/blockdevices/{device_id}/partition/{id}op-format ?

GET /api/version/ 200 T
`;

type Kind = "J" | "T" | "-" | "*" | "BSON" | "?";

export interface Listing {
  readonly method: string;
  readonly path: string;
  /** Undefined where the documents show no success. */
  readonly status: number | undefined;
  readonly kind: Kind;
  readonly errors: readonly number[];
}

/** Every operation by `METHOD path`. */
export const listings: ReadonlyMap<string, Listing> = new Map(
  listed
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [success = "", failures = ""] = line.split(" | ");
      const words = success.split(" ");
      const [method = "", path = ""] = words;
      const kind = (words.at(-1) ?? "?") as Kind;
      const status = words.length === 4 ? Number(words[2]) : undefined;
      const errors = failures.split(" ").filter(Boolean).map(Number);
      return [`${method} ${path}`, { method, path, status, kind, errors }] as const;
    }),
);

/** Listed as a 204 and with an object: the object comes. */
const describedNode = /op-(?:power_on|power_off|test)$/;

/** An operation as it is read where the documents leave two readings: as deployed services do. */
export function asRead(listing: Listing): Listing {
  if (describedNode.test(listing.path)) return { ...listing, status: 200, kind: "J" };
  const isUpload = listing.path.includes("/upload/");
  return listing.kind === "-" && !isUpload ? { ...listing, status: 204 } : listing;
}

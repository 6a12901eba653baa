import { expect, test } from "vitest";
import { configItems } from "../../../../src/catalogue/config-items.ts";
import type { User } from "../../../../src/sandbox/state/users.ts";
import type { World } from "../../../../src/sandbox/state/world.ts";
import { admin, ask, bob, carol, expectRefusal, noContent, rejection } from "../answering.ts";
import { networkedWorld } from "../networked-world.ts";

const get = (world: World, name: string, as: User | undefined = carol) =>
  ask(world, "svc.get_config", { as, query: { name } });
const set = (world: World, name: string, value: string | undefined, as: User = admin) =>
  ask(world, "svc.set_config", { as, form: { name, ...(value === undefined ? {} : { value }) } });

/** Values of a new service, without those that are false, 0 or empty. */
const initialValues = {
  active_discovery_interval: "10800",
  allow_only_trusted_transfers: "true",
  auto_vlan_creation: "true",
  boot_images_auto_import: "true",
  commissioning_distro_series: "jammy",
  completed_intro: "true",
  curtin_verbose: "true",
  default_boot_interface_link_type: "auto",
  default_distro_series: "jammy",
  default_dns_ttl: "30",
  default_osystem: "ubuntu",
  default_storage_layout: "flat",
  dnssec_validation: "auto",
  enable_analytics: "true",
  enable_http_proxy: "true",
  enlist_commissioning: "true",
  hardware_sync_interval: "15m",
  logship_port: "5238",
  max_node_commissioning_results: "10",
  max_node_installation_results: "3",
  max_node_release_results: "3",
  max_node_testing_results: "10",
  metrics_push_interval: "60",
  network_discovery: "enabled",
  node_timeout: "30",
  ntp_servers: "ntp.example",
  release_notifications: "true",
  session_length: "1209600",
  subnet_ip_exhaustion_threshold_count: "16",
  svc_auto_ipmi_cipher_suite_id: "3",
  svc_auto_ipmi_user: "svc",
  svc_auto_ipmi_user_privilege_level: "ADMIN",
  svc_internal_domain: "svc-internal",
  svc_name: "sandbox",
  svc_proxy_port: "8000",
  svc_syslog_port: "5247",
  tls_cert_expiration_notification_interval: "30",
  use_rack_proxy: "true",
};

test("every configuration item has its default value, as text", async () => {
  const world = networkedWorld(0);
  const values: Record<string, unknown> = {};
  for (const { name, type } of configItems) {
    const { status, contentType, text: body } = await get(world, name, admin);
    expect([status, contentType], name).toEqual([200, "text/plain; charset=utf-8"]);
    const isUnset =
      body === "" || (type === "boolean" && body === "false") || (type === "integer" && body === "0");
    if (!isUnset) values[name] = body;
  }
  expect(values).toEqual(initialValues);
});

test.each(["nosuch", "__proto__", "toString", "NTP_SERVERS", " "])("the item %j is unknown", async (name) => {
  const world = networkedWorld(0);
  expect((await get(world, name)).status).toBe(400);
  expect((await set(world, name, "1")).status).toBe(400);
});

test("the answer for an unknown item lists all items", async () => {
  const answer = await get(networkedWorld(0), "nosuch");
  expect(answer.body.nosuch[0]).toMatch(
    /^nosuch is not a valid config setting \(valid settings are: .*theme/,
  );
});

test("a missing name is reported", async () => {
  const world = networkedWorld(0);
  await expectRefusal(ask(world, "svc.get_config"), "name");
  await expectRefusal(ask(world, "svc.set_config", { form: { value: "x" } }), "name");
});

test("only administrators may read secrets", async () => {
  const world = networkedWorld(0);
  await set(world, "hvmgr_password", "secret");
  expect((await get(world, "hvmgr_password")).status).toBe(403);
  expect((await get(world, "hvmgr_password", admin)).text).toBe("secret");
  expect((await ask(world, "svc.get_config", { as: null, query: { name: "theme" } })).status).toBe(401);
});

test.each([
  ["session_length", "9"],
  ["session_length", "1209601"],
  ["session_length", "ten"],
  ["svc_proxy_port", "0"],
  ["svc_proxy_port", "65536"],
  ["default_dns_ttl", "1.5"],
  ["enable_http_proxy", "perhaps"],
  ["default_storage_layout", "zfs"],
  ["default_storage_layout", ""],
  ["svc_auto_ipmi_cipher_suite_id", "4"],
  ["upstream_dns", "8.8.8.8 nine"],
  ["ntp_servers", "a b!c"],
  ["http_proxy", "proxy:8000"],
])("%s is not set to %j", async (name, value) => {
  const world = networkedWorld(0);
  const before = (await get(world, name)).text;
  await expectRefusal(set(world, name, value), name);
  expect((await get(world, name)).text).toBe(before);
});

test.each([
  ["session_length", "10", "10"],
  ["session_length", "1209600", "1209600"],
  ["enable_http_proxy", "no", "false"],
  ["enable_http_proxy", "1", "true"],
  ["default_storage_layout", "lvm", "lvm"],
  ["svc_auto_ipmi_cipher_suite_id", "", ""],
  ["upstream_dns", "8.8.8.8 2001:db8::1", "8.8.8.8 2001:db8::1"],
  ["ntp_servers", "ntp.example, 10.0.0.1", "ntp.example, 10.0.0.1"],
  ["kernel_opts", " console=ttyS0 ", " console=ttyS0 "],
])("%s set to %j reads %j", async (name, value, read) => {
  const world = networkedWorld(0);
  expect(await set(world, name, value)).toMatchObject({
    status: 200,
    contentType: "text/plain; charset=utf-8",
  });
  expect((await get(world, name)).text).toBe(read);
});

test("an item that was never set is empty, and an empty or missing value clears an item", async () => {
  const world = networkedWorld(0);
  expect((await get(world, "upstream_dns")).text).toBe("");
  await set(world, "remote_syslog", "log.example");
  await set(world, "remote_syslog", "");
  expect((await get(world, "remote_syslog")).text).toBe("");
  await set(world, "node_timeout", "5");
  await set(world, "node_timeout", undefined);
  expect((await get(world, "node_timeout")).text).toBe("30");
});

const rsa =
  "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDdrzzDZNwyMVBvBTT6kBnrfPZv/AUbkxj7G5CaMTdw6xkKthV22EntD3lxaQxRKzQTfCc2d/CC1K4ushCcRs1S6SQ2zJ2jDq1UmOUkDMgvNh4JVhJYSKc6mu8i3s7oGSmBado5wvtlpSzMrscOpf8Qe/wmT5fH12KB9ipJqoFNQMVbVcVarE/v6wpn3GZC62YRb5iaz9/M+t92Qhu50W2u+KfouqtKB2lwIDDKZMww38ExtdMouh2FZpxaoh4Uey5bRp3tM3JgnWcX6fyUOp2gxJRPIlD9rrZhX5IkEkZM8MQbdPTQLgIf98oFph5RG6w1t02BvI9nJKM7KkKEfBHt ubuntu@test\n";

const addSsh = (world: World, key: string, as: User = carol) =>
  ask(world, "ssh-keys.create", { as, form: { key } });

test.each([
  "",
  "ssh-rsa",
  "ssh-rsa ???",
  "ssh-rsa AAAA",
  rsa.replace("ssh-rsa", "ssh-ed25519"),
  rsa.replace("ssh-rsa", "ssh-nosuch"),
  `${rsa.trim()}\n${rsa}`,
  rsa.split(" ")[1] ?? "",
])("the SSH key %j is refused", async (key) => {
  await expectRefusal(addSsh(networkedWorld(0), key), "key");
});

test("an SSH key is stored unchanged, once per user, and deleted", async () => {
  const world = networkedWorld(0);
  const answer = await addSsh(world, rsa);
  expect(answer.status).toBe(201);
  const key = answer.body;
  expect(key).toEqual({
    id: 1,
    key: rsa,
    keysource: null,
    resource_uri: "/SVC/api/2.0/account/prefs/sshkeys/1/",
  });
  await expectRefusal(addSsh(world, rsa.trim()), "key");
  expect((await addSsh(world, rsa, bob)).status).toBe(201);
  expect((await ask(world, "ssh-keys.list", { as: carol })).body).toEqual([key]);
  expect(await ask(world, "ssh-key.delete", { as: carol, path: { id: "1" } })).toMatchObject(noContent);
  expect((await ask(world, "ssh-key.read", { as: carol, path: { id: "1" } })).status).toBe(404);
});

test.each(["", "gh", "gh:", "bb:user", "gh:a b", "GH:user", "gh:user/x"])(
  "keys of %j are not imported",
  async (keysource) => {
    const answer = await ask(networkedWorld(0), "ssh-keys.import", { as: carol, form: { keysource } });
    expect(rejection(answer)).toEqual([400, "keysource"]);
  },
);

test("importing a user's key always gives the same valid key", async () => {
  const world = networkedWorld(0);
  const run = async (user: User) =>
    (await ask(world, "ssh-keys.import", { as: user, form: { keysource: "gh:octo" } })).body;
  const [mine] = await run(carol);
  expect(mine).toMatchObject({
    keysource: "gh:octo",
    key: expect.stringMatching(/^ssh-ed25519 [A-Za-z0-9+/=]+ /),
  });
  expect(await run(carol)).toEqual([mine]);
  const [bobsKey] = await run(bob);
  expect(bobsKey.key).toBe(mine.key);
  await expectRefusal(addSsh(world, mine.key), "key");
  expect((await addSsh(world, mine.key, admin)).status).toBe(201);
});

const pem = `-----BEGIN CERTIFICATE-----
MIIBejCCASGgAwIBAgIUGK7mGJndfTO5IjxBhcBsXsV9jkswCgYIKoZIzj0EAwIw
EjEQMA4GA1UEAwwHZXhhbXBsZTAgFw0yNjExMjEwMTU4NDVaGA8yMTI2MTAyODAx
NTg0NVowEjEQMA4GA1UEAwwHZXhhbXBsZTBZMBMGByqGSM49AgEGCCqGSM49AwEH
A0IABEXK/UkEHmPosUYsmFVulZnfPdLhUsSoytnw+NS9pXgTX5t7URuIt0DapdUv
+4wkP74YEZNR41sQvnalOvU/eJmjUzBRMB0GA1UdDgQWBBTEW0TOAv1KN3gyUoD6
Yx9C3kQ9ADAfBgNVHSMEGDAWgBTEW0TOAv1KN3gyUoD6Yx9C3kQ9ADAPBgNVHRMB
Af8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIC2Pzegl9E5Hq1CwTC+flGPLBX/Y
9NtMQXIe1+OCoGw8AiA/MkPOMVqNVfRHB+hO6qThRERkQacqyI1iBKiLNpIsLA==
-----END CERTIFICATE-----
`;

const addSsl = (world: World, key: string, as: User = carol) =>
  ask(world, "ssl-keys.create", { as, form: { key } });

test.each([
  "",
  "text",
  "-----BEGIN CERTIFICATE-----",
  "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----",
  "-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----",
  pem.replace("END CERTIFICATE", "END PRIVATE KEY"),
  pem.replace("MIIB", "MIIC"),
  pem.replace("Af8E", "????"),
  `${pem}more`,
])("the SSL key %j is refused", async (key) => {
  await expectRefusal(addSsl(networkedWorld(0), key), "key");
});

test("an SSL key or chain is stored unchanged, once per user", async () => {
  const world = networkedWorld(0);
  const answer = await addSsl(world, pem);
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({ id: 1, key: pem, resource_uri: "/SVC/api/2.0/account/prefs/sslkeys/1/" });
  await expectRefusal(addSsl(world, pem), "key");
  expect((await addSsl(world, pem.replaceAll("\n", "\r\n"), bob)).status).toBe(201);
  expect((await addSsl(world, pem + pem)).status).toBe(201);
  expect((await ask(world, "ssl-keys.list", { as: carol })).body).toHaveLength(2);
  expect((await ask(world, "ssl-key.delete", { as: carol, path: { id: "1" } })).status).toBe(204);
});

test("keys of other users are a 403, also for administrators", async () => {
  const world = networkedWorld(0);
  await addSsh(world, rsa);
  await addSsl(world, pem);
  for (const operation of ["ssh-key.read", "ssh-key.delete", "ssl-key.read", "ssl-key.delete"] as const)
    for (const as of [bob, admin])
      expect((await ask(world, operation, { as, path: { id: "1" } })).status).toBe(403);
});

const licensed = { osystem: "windows", distro_series: "win2022" };
const license = { ...licensed, license_key: "AAAAA-BBBBB" };

test("a release has one license key", async () => {
  const world = networkedWorld(0);
  const create = (form: Readonly<Record<string, string>> = license, as = admin) =>
    ask(world, "license-keys.create", { as, form });
  const update = (form: Readonly<Record<string, string>> = {}, as = admin) =>
    ask(world, "license-key.update", { as, path: licensed, form });
  await expectRefusal(create({}), "osystem", "distro_series", "license_key");
  await expectRefusal(create({ ...license, osystem: "a/b" }), "osystem");
  const resource_uri = "/SVC/api/2.0/license-key/windows/win2022";
  expect((await create()).body).toEqual({ ...license, resource_uri });
  await expectRefusal(create(), "__all__");
  await expectRefusal(update({ license_key: "" }), "license_key");
  expect((await update()).body).toMatchObject({ license_key: "AAAAA-BBBBB" });
  await update({ license_key: "new" });
  expect((await ask(world, "license-key.read", { path: licensed })).body).toMatchObject({
    license_key: "new",
  });
  expect(await ask(world, "license-key.delete", { path: licensed })).toMatchObject(noContent);
  expect((await ask(world, "license-keys.list")).body).toEqual([]);
});

test("dismissing a notification does not hide later ones", async () => {
  const [first, later] = [networkedWorld(0), networkedWorld(0)];
  const notify = (world: World, message: string) =>
    ask(world, "notifications.create", { form: { message, admins: "true" } });
  await notify(first, "a");
  await ask(first, "notification.dismiss", { path: { id: "1" } });
  await notify(first, "b");
  await notify(later, "c");
  for (const [world, message] of [
    [first, "b"],
    [later, "c"],
  ] as const)
    expect((await ask(world, "notifications.list", {})).body).toEqual([expect.objectContaining({ message })]);
});

import { expect, test } from "vitest";
import { configItems } from "../../../../src/catalogue/config-items.ts";
import { handlers as account } from "../../../../src/sandbox/groups/account.ts";
import { service, stored } from "../../../../src/sandbox/groups/settings.ts";
import type { User } from "../../../../src/sandbox/state/users.ts";
import type { World } from "../../../../src/sandbox/state/world.ts";
import { rejection } from "../answering.ts";
import { administrator, alice, bareWorld, bob, bodyOf, send } from "../bare-world.ts";

const get = (world: World, name: string, user: User | undefined = alice) =>
  send(world, service["svc.get_config"], { user, query: [["name", name]] });
const set = (world: World, name: string, value: string | undefined, user: User = administrator) =>
  send(world, service["svc.set_config"], {
    user,
    form: [["name", name], ...(value === undefined ? [] : ([["value", value]] as const))],
  });

test("every configuration item has a value, as text", async () => {
  const world = bareWorld();
  for (const { name } of configItems) {
    expect(await get(world, name, administrator), name).toMatchObject({
      status: 200,
      contentType: "text/plain; charset=utf-8",
    });
  }
});

/** What a new service answers for each item; those that are off, 0 or null are left out. */
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
  default_min_hwe_kernel: "",
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
  svc_auto_ipmi_k_g_bmc_key: "",
  svc_auto_ipmi_user: "svc",
  svc_auto_ipmi_user_privilege_level: "ADMIN",
  svc_auto_ipmi_workaround_flags: "",
  svc_internal_domain: "svc-internal",
  svc_name: "sandbox",
  svc_proxy_port: "8000",
  svc_syslog_port: "5247",
  theme: "",
  tls_cert_expiration_notification_interval: "30",
  use_rack_proxy: "true",
};

test("every configuration item begins with its value", async () => {
  const world = bareWorld();
  const shown: Record<string, unknown> = {};
  for (const { name, type } of configItems) {
    const { body } = await get(world, name, administrator);
    const isUnset =
      body === "null" || (type === "boolean" && body === "false") || (type === "integer" && body === "0");
    if (!isUnset) shown[name] = body;
  }
  expect(shown).toEqual(initialValues);
});

test.each(["nosuch", "__proto__", "toString", "NTP_SERVERS", " "])("the item %j is unknown", async (name) => {
  const world = bareWorld();
  expect((await get(world, name)).status).toBe(400);
  expect((await set(world, name, "1")).status).toBe(400);
});

test("an unknown item is answered with the items there are", async () => {
  const answer = await get(bareWorld(), "nosuch");
  expect(bodyOf(answer).nosuch[0]).toMatch(
    /^nosuch is not a valid config setting \(valid settings are: .*theme/,
  );
});

test("a missing name is named", async () => {
  const world = bareWorld();
  expect(rejection(await send(world, service["svc.get_config"]))).toEqual([400, "name"]);
  expect(rejection(await send(world, service["svc.set_config"], { form: [["value", "x"]] }))).toEqual([
    400,
    "name",
  ]);
});

test("only administrators set, and read secrets", async () => {
  const world = bareWorld();
  expect((await set(world, "theme", "dark", alice)).status).toBe(403);
  expect((await get(world, "theme")).body).toBe("");
  await set(world, "hvmgr_password", "secret");
  expect((await get(world, "hvmgr_password")).status).toBe(403);
  expect((await get(world, "hvmgr_password", administrator)).body).toBe("secret");
  expect(
    (await send(world, service["svc.get_config"], { user: undefined, query: [["name", "theme"]] })).status,
  ).toBe(401);
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
  const world = bareWorld();
  const before = (await get(world, name)).body;
  expect(rejection(await set(world, name, value))).toEqual([400, name]);
  expect((await get(world, name)).body).toBe(before);
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
  const world = bareWorld();
  expect(await set(world, name, value)).toMatchObject({
    status: 200,
    contentType: "text/plain; charset=utf-8",
  });
  expect((await get(world, name)).body).toBe(read);
});

test("what was never set is null, and an empty or missing value clears", async () => {
  const world = bareWorld();
  expect((await get(world, "upstream_dns")).body).toBe("null");
  await set(world, "remote_syslog", "log.example");
  await set(world, "remote_syslog", "");
  expect((await get(world, "remote_syslog")).body).toBe("");
  await set(world, "node_timeout", "5");
  await set(world, "node_timeout", undefined);
  expect((await get(world, "node_timeout")).body).toBe("30");
});

const rsa =
  "ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQDdrzzDZNwyMVBvBTT6kBnrfPZv/AUbkxj7G5CaMTdw6xkKthV22EntD3lxaQxRKzQTfCc2d/CC1K4ushCcRs1S6SQ2zJ2jDq1UmOUkDMgvNh4JVhJYSKc6mu8i3s7oGSmBado5wvtlpSzMrscOpf8Qe/wmT5fH12KB9ipJqoFNQMVbVcVarE/v6wpn3GZC62YRb5iaz9/M+t92Qhu50W2u+KfouqtKB2lwIDDKZMww38ExtdMouh2FZpxaoh4Uey5bRp3tM3JgnWcX6fyUOp2gxJRPIlD9rrZhX5IkEkZM8MQbdPTQLgIf98oFph5RG6w1t02BvI9nJKM7KkKEfBHt ubuntu@test\n";

const addSsh = (world: World, key: string, user: User = alice) =>
  send(world, account["ssh-keys.create"], { user, form: [["key", key]] });

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
  expect(rejection(await addSsh(bareWorld(), key))).toEqual([400, "key"]);
});

test("an SSH key is kept as it came, added once a user, and deleted", async () => {
  const world = bareWorld();
  const answer = await addSsh(world, rsa);
  expect(answer.status).toBe(201);
  const key = bodyOf(answer);
  expect(key).toEqual({
    id: 1,
    key: rsa,
    keysource: null,
    resource_uri: "/SVC/api/2.0/account/prefs/sshkeys/1/",
  });
  expect(rejection(await addSsh(world, rsa.trim()))).toEqual([400, "key"]);
  expect((await addSsh(world, rsa, bob)).status).toBe(201);
  expect(bodyOf(await send(world, account["ssh-keys.list"], { user: alice }))).toEqual([key]);
  expect(await send(world, account["ssh-key.delete"], { user: alice, path: { id: "1" } })).toEqual({
    status: 204,
    contentType: "text/plain",
    body: "",
  });
  expect((await send(world, account["ssh-key.read"], { user: alice, path: { id: "1" } })).status).toBe(404);
});

test.each(["", "gh", "gh:", "bb:user", "gh:a b", "GH:user", "gh:user/x"])(
  "keys of %j are not imported",
  async (keysource) => {
    const answer = await send(bareWorld(), account["ssh-keys.import"], {
      user: alice,
      form: [["keysource", keysource]],
    });
    expect(rejection(answer)).toEqual([400, "keysource"]);
  },
);

test("an import gives the same valid key for the same user every time", async () => {
  const world = bareWorld();
  const run = async (user: User) =>
    bodyOf(await send(world, account["ssh-keys.import"], { user, form: [["keysource", "gh:octo"]] }));
  const [mine] = await run(alice);
  expect(mine).toMatchObject({
    keysource: "gh:octo",
    key: expect.stringMatching(/^ssh-ed25519 [A-Za-z0-9+/=]+ /),
  });
  expect(await run(alice)).toEqual([mine]);
  const [theirs] = await run(bob);
  expect(theirs.key).toBe(mine.key);
  expect(rejection(await addSsh(world, mine.key))).toEqual([400, "key"]);
  expect((await addSsh(world, mine.key, administrator)).status).toBe(201);
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

const addSsl = (world: World, key: string, user: User = alice) =>
  send(world, account["ssl-keys.create"], { user, form: [["key", key]] });

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
  expect(rejection(await addSsl(bareWorld(), key))).toEqual([400, "key"]);
});

test("an SSL key is kept as it came, a chain too, once a user", async () => {
  const world = bareWorld();
  const answer = await addSsl(world, pem);
  expect(answer.status).toBe(201);
  expect(bodyOf(answer)).toEqual({ id: 1, key: pem, resource_uri: "/SVC/api/2.0/account/prefs/sslkeys/1/" });
  expect(rejection(await addSsl(world, pem))).toEqual([400, "key"]);
  expect((await addSsl(world, pem.replaceAll("\n", "\r\n"), bob)).status).toBe(201);
  expect((await addSsl(world, pem + pem)).status).toBe(201);
  expect(bodyOf(await send(world, account["ssl-keys.list"], { user: alice }))).toHaveLength(2);
  expect((await send(world, account["ssl-key.delete"], { user: alice, path: { id: "1" } })).status).toBe(204);
});

test("another user's keys are forbidden, also to administrators, and unknown ones not found", async () => {
  const world = bareWorld();
  await addSsh(world, rsa);
  await addSsl(world, pem);
  for (const handler of [
    account["ssh-key.read"],
    account["ssh-key.delete"],
    account["ssl-key.read"],
    account["ssl-key.delete"],
  ]) {
    for (const user of [bob, administrator])
      expect((await send(world, handler, { user, path: { id: "1" } })).status).toBe(403);
    expect((await send(world, handler, { user: undefined, path: { id: "1" } })).status).toBe(401);
    for (const id of ["2", "x", "-1", "__proto__"]) {
      expect((await send(world, handler, { user: alice, path: { id } })).status).toBe(404);
    }
  }
});

const license = [
  ["osystem", "windows"],
  ["distro_series", "win2022"],
  ["license_key", "AAAAA-BBBBB"],
] as const;
const licensed = { osystem: "windows", distro_series: "win2022" };

test("license keys are for administrators to change, one a release", async () => {
  const world = bareWorld();
  const { create, read, update, remove } = {
    create: stored["license-keys.create"],
    read: stored["license-key.read"],
    update: stored["license-key.update"],
    remove: stored["license-key.delete"],
  };
  expect(rejection(await send(world, create))).toEqual([400, "osystem", "distro_series", "license_key"]);
  expect(rejection(await send(world, create, { form: [...license.slice(1), ["osystem", "a/b"]] }))).toEqual([
    400,
    "osystem",
  ]);
  expect((await send(world, create, { user: alice, form: license })).status).toBe(403);
  expect(bodyOf(await send(world, create, { form: license }))).toEqual({
    ...licensed,
    license_key: "AAAAA-BBBBB",
    resource_uri: "/SVC/api/2.0/license-key/windows/win2022",
  });
  expect(rejection(await send(world, create, { form: license }))).toEqual([400, "__all__"]);
  for (const handler of [read, update, remove]) {
    expect((await send(world, handler, { path: { ...licensed, osystem: "linux" } })).status).toBe(404);
  }
  expect((await send(world, update, { user: alice, path: licensed })).status).toBe(403);
  expect(rejection(await send(world, update, { path: licensed, form: [["license_key", ""]] }))).toEqual([
    400,
    "license_key",
  ]);
  expect(bodyOf(await send(world, update, { path: licensed }))).toMatchObject({ license_key: "AAAAA-BBBBB" });
  await send(world, update, { path: licensed, form: [["license_key", "new"]] });
  expect(bodyOf(await send(world, read, { path: licensed }))).toMatchObject({ license_key: "new" });
  expect(await send(world, remove, { path: licensed })).toEqual({
    status: 204,
    contentType: "text/plain",
    body: "",
  });
  expect(bodyOf(await send(world, stored["license-keys.list"]))).toEqual([]);
});

import { expect, test } from "vitest";
import { configItems } from "../../../../src/catalogue/config-items.ts";
import { isSecretName, isSecretPart, mask, maskNamedValues } from "../../../../src/core/secrets/names.ts";
import { operations } from "../../cli/command-line.ts";

test.each([
  ...["password", "passwd", "user_password", "hvmgr_password", "vcenter_password", "passphrase", "pass"],
  ...["power_pass", "power_parameters_power_pass", "power_parameters_key", "token_secret", "secret"],
  ...["rpc_shared_secret", "omapi_key", "api_key", "apiKey", "apikey", "API-Key", "secretKey"],
  ...["private_key", "privateKey", "ssl_key", "license_key", "svc_auto_ipmi_k_g_bmc_key", "k_g", "token"],
  ...["auth_token", "access-token", "credentials", "aws_credential", "oauth_signature", "db_pwd"],
  ...["wifi_psk", "x-auth-token", "privkey", "priv_key", "privKey", "privkey_pem", "key_pem", "keyPem"],
  ...["pem", "client_pem", "tls_key_data", "power_parameters_privkey", "pass_phrase", "bmc_pw", "ipmipass"],
  ...["snmp_community", "Authorization"],
])("%s names a secret", (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each([
  ...["passthrough", "bypass_proxy", "passed", "compass", "authorized", "system", "item", "privileged"],
  ...["token_key", "consumer_key", "token_name", "name", "key", "keys", "keysource", "keyring_data"],
  ...["keyring_filename", "ssh_key", "ssh_keys", "sshkeys", "public_key", "key_name", "key_id"],
  ...["private_ip", "power_address", "power_user", "power_driver", "power_id", "monkey", "value"],
  ...["oauth_signature_method", "oauth_token_key", "constructor"],
  "",
  "signature",
  "http_proxy",
])("%s does not", (name) => {
  expect(isSecretName(name)).toBe(false);
});

test("the catalogue's secret configuration items have secret names", () => {
  const marked = configItems.filter((item) => "secret" in item).map(({ name }) => name);
  expect(marked).not.toEqual([]);
  expect(marked.filter((name) => !isSecretName(name))).toEqual([]);
});

test("every field with a secret name is masked in shown requests", () => {
  const fields = operations.flatMap(({ operation }) => operation.fields ?? []);
  const secret = fields.filter((field) =>
    isSecretPart({ name: field.name, value: "x", ...markOf(field) }, []),
  );
  expect([...new Set(secret.map(({ name }) => name))].sort()).toEqual([
    ...["key", "license_key", "password", "power_pass", "token", "token_secret"],
  ]);
});

const markOf = (field: { readonly secret?: true }) => (field.secret ? { secret: true as const } : {});

test("the value of a configuration item is a secret by the item's name", () => {
  const parts = (name: string) => [
    { name: "name", value: name },
    { name: "value", value: "x" },
  ];
  const value = { name: "value", value: "x" };
  expect(isSecretPart(value, parts("vcenter_password"))).toBe(true);
  expect(isSecretPart(value, parts("ntp_servers"))).toBe(false);
});

test("headers with credentials are secret", () => {
  expect(
    ["authorization", "Proxy-Authorization", "Set-Cookie", "x-api-key"].filter(isSecretName),
  ).toHaveLength(4);
  expect(["content-type", "www-authenticate", "date", "location"].filter(isSecretName)).toEqual([]);
});

test.each([
  [String.raw`password="a\\" user="x"`, `password="${mask}" user="x"`],
  [String.raw`password="a\" b" user="x"`, `password="${mask}" user="x"`],
  [String.raw`password="a\\\" b" user="x"`, `password="${mask}" user="x"`],
  [`password="" user=x`, `password="" user=x`],
  [`password='' user=x`, `password='' user=x`],
])("the value of %s ends at its own quote", (text, redacted) => {
  expect(maskNamedValues(text, "message")).toBe(redacted);
});

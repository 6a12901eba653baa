import { integerId, text, textId } from "../field.ts";
import type { GroupDefinition } from "../group.ts";
import { nameOperations, resource } from "../resource.ts";

const account = resource("/account/");

export const tokenGroup = {
  identity: "token_key",
  columns: [
    { header: "NAME", path: "name", rank: "key" },
    { header: "TOKEN KEY", path: "token_key", rank: "key" },
    { header: "CONSUMER KEY", path: "consumer_key", wide: true },
    { header: "TOKEN", path: "token", wide: true },
  ],
  operations: nameOperations({
    "account.create_authorisation_token": account.post("anyone", "Create an API key for your account", {
      verb: "create",
      answersWith: "token_key",
      fields: [text("name", "name of the key")],
      columns: [
        { header: "NAME", path: "name" },
        { header: "TOKEN KEY", path: "token_key" },
        { header: "CONSUMER KEY", path: "consumer_key", wide: true },
        { header: "TOKEN", path: "token" },
      ],
      sensitive: ["token_secret"],
      notes: [
        "Prints the new key; the column TOKEN contains the whole key. Later, svc tokens list shows it only with --show-secrets.",
      ],
      example: { name: "ci" },
    }),
    "account.delete_authorisation_token": account.post("anyone", "Delete one of your API keys", {
      verb: "delete",
      fields: [
        text("token_key", "token key (middle part of the API key); - for standard input", {
          required: true,
          positional: true,
        }),
      ],
      effects: [
        {
          template: "this is the key that svc uses: further commands will be refused",
          currentKeyField: "token_key",
        },
      ],
      success: 204,
      result: "none",
      confirm: "destroys",
      example: { token_key: "automation00000001" },
    }),
    "account.list_authorisation_tokens": account.get("anyone", "List your API keys", {
      verb: "list",
      sensitive: ["token", "token_secret"],
    }),
    "account.update_token_name": account.post("anyone", "Rename one of your API keys", {
      verb: "rename",
      fields: [
        text("token", "API key, or only its middle part (token key)", { required: true, positional: true }),
        text("name", "new name", { required: true }),
      ],
      result: "text",
      example: { token: "automation00000001", name: "laptop" },
    }),
  }),
} as const satisfies GroupDefinition;

const allSshKeys = resource("/account/prefs/sshkeys/");
const oneSshKey = resource("/account/prefs/sshkeys/{id}/", [integerId("id", "id of the SSH key")]);

export const sshKeyGroup = {
  columns: [
    { header: "ID", path: "id", rank: "key" },
    { header: "SOURCE", path: "keysource" },
    { header: "KEY", path: "key" },
  ],
  kind: { key: ["key"], comparisons: { key: "sshKey" } },
  operations: nameOperations({
    "ssh-keys.list": allSshKeys.list("anyone", "List your SSH keys"),
    "ssh-keys.create": allSshKeys.create("anyone", "Add an SSH key to your account", {
      notes: [
        "Key types: ecdsa-sha2-nistp256, ecdsa-sha2-nistp384, ecdsa-sha2-nistp521, ssh-dss, ssh-ed25519, ssh-rsa.",
      ],
      fields: [
        text("key", "public key, such as @~/.ssh/id_ed25519.pub", {
          required: true,
          content: true,
          form: "<key-type> <base64 key data>",
          // The pattern allows a comment and a final newline, as in key files; live services store both.
          pattern:
            "(?:ecdsa-sha2-nistp(?:256|384|521)|ssh-(?:dss|ed25519|rsa))[ \\t]+[A-Za-z0-9+/]+={0,3}(?:[ \\t][^\\r\\n]*)?\\s*",
        }),
      ],
      example: { key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE0k1Xq5m1c3cU0m8wq2a1b0Yf3xS5nR7dV9pL2kJ4hG" },
      success: 201,
    }),
    "ssh-keys.import": allSshKeys.post("anyone", "Import a user's SSH keys from a code-hosting service", {
      fields: [
        text("keysource", "source (lp or gh) and the user name there", {
          required: true,
          alsoPositional: true,
          form: "<source>:<user>",
          pattern: "(?:lp|gh):.+",
        }),
      ],
      example: { keysource: "gh:octo" },
    }),
    "ssh-key.delete": oneSshKey.remove("anyone", "Delete one of your SSH keys", { success: 204 }),
    "ssh-key.read": oneSshKey.read("anyone", "Show an SSH key"),
  }),
} as const satisfies GroupDefinition;

const allSslKeys = resource("/account/prefs/sslkeys/");
const oneSslKey = resource("/account/prefs/sslkeys/{id}/", [integerId("id", "id of the SSL key")]);

export const sslKeyGroup = {
  columns: [
    { header: "ID", path: "id", rank: "key" },
    { header: "KEY", path: "key" },
  ],
  kind: { key: ["key"] },
  operations: {
    "ssl-keys.list": allSslKeys.list("anyone", "List your SSL keys", { sensitive: ["key"] }),
    "ssl-keys.create": allSslKeys.create("anyone", "Add an SSL key to your account", {
      fields: [
        text("key", "contents of a PEM file, such as @key.pem", {
          required: true,
          form: "PEM",
          secret: true,
          verbatim: true,
        }),
      ],
      success: 201,
      sensitive: ["key"],
      example: { key: "@-" },
      exampleInput: "openssl genrsa 2048",
    }),
    "ssl-key.delete": oneSslKey.remove("anyone", "Delete one of your SSL keys", { success: 204 }),
    "ssl-key.read": oneSslKey.read("anyone", "Show one of your SSL keys", { sensitive: ["key"] }),
  },
} as const satisfies GroupDefinition;

const licenseKeyText = text("license_key", "license key, as @file or @-", { secret: true });
const allLicenseKeys = resource("/license-keys/", [], {
  answersWith: "distro_series",
  sensitive: ["license_key"],
});
const oneLicenseKey = resource(
  "/license-key/{osystem}/{distro_series}",
  [textId("osystem", "operating system"), textId("distro_series", "release of the operating system")],
  { answersWith: "distro_series", example: { osystem: "windows", distro_series: "win2022" } },
);

export const licenseKeyGroup = {
  identity: "distro_series",
  columns: [
    { header: "OS", path: "osystem", rank: "key" },
    { header: "SERIES", path: "distro_series", rank: "key" },
    { header: "KEY", path: "license_key", min: 25 },
  ],
  kind: { key: ["osystem", "distro_series"] },
  operations: {
    "license-keys.list": allLicenseKeys.list("admin", "List license keys"),
    "license-keys.create": allLicenseKeys.create("admin", "Add a license key", {
      fields: [
        text("osystem", "operating system", { required: true }),
        text("distro_series", "release of the operating system", { required: true }),
        { ...licenseKeyText, required: true },
      ],
      example: { osystem: "windows", distro_series: "win2025", license_key: "FFFFF-GGGGG-HHHHH-IIIII-JJJJJ" },
    }),
    "license-key.delete": oneLicenseKey.remove("admin", "Delete a license key"),
    "license-key.read": oneLicenseKey.read("admin", "Show a license key", { sensitive: ["license_key"] }),
    "license-key.update": oneLicenseKey.update("admin", "Change a license key", {
      fields: [licenseKeyText],
      example: { osystem: "windows", distro_series: "win2022", license_key: "FFFFF-GGGGG-HHHHH-IIIII-JJJJJ" },
      sensitive: ["license_key"],
    }),
  },
} as const satisfies GroupDefinition;

import type { BuiltinSpec } from "../../catalogue/commands/command-spec.ts";
import { serviceOptions } from "../../catalogue/commands/options.ts";
import { option, rowOptions } from "../../catalogue/option-spec.ts";

/** Everything in a profile but its key. */
export const profileSettings = {
  url: "address of the service, with its name segment",
  signature: "OAuth signature method: plaintext or hmac-sha1",
  addressing: "address operations as path or query; detected by svc login",
  output: "default output format",
  "ca-cert": "certificate authority to trust (PEM)",
  insecure: "true: do not verify the service's certificate",
  "clock-offset": "added to this computer's time for signing",
} as const;

export type ProfileSetting = keyof typeof profileSettings;

export const profileCommands = {
  login: () =>
    ({
      summary: "Store a profile: the address of a service and an API key",
      arguments: [
        { name: "name-or-url", help: "profile name, or only the address", required: true },
        { name: "url", help: "address of the service" },
      ],
      notes: [
        "The API key is read from a prompt without echo, or from --api-key-stdin, --api-key-file or SVC_API_KEY; it is never an argument.",
        "The key is checked against the service before anything is stored; the profile is in use from then on.",
        "An address without a name is stored under the name of its host. The name of a stored profile without an address replaces its key.",
        "A profile of the same name is replaced after a confirmation, with --yes or with --force.",
      ],
      options: [
        option("no-check", "store the profile without checking its key", { negative: true }),
        option("force", "replace a profile of the same name"),
      ],
      ignores: ["curl"],
      example: "svc login lab $SVC_URL",
    }) as const satisfies BuiltinSpec,
  logout: () =>
    ({
      summary: "Remove a profile and its key",
      arguments: [{ name: "name", help: "profile; the one in use when omitted", names: "profiles" }],
      options: [option("revoke", "also delete the key at the service")],
      ignores: ["url", "api-key-file", "api-key-stdin", "curl", ...rowOptions],
      example: "svc logout lab",
    }) as const satisfies BuiltinSpec,
  "profiles.list": () =>
    ({
      summary: "List the stored profiles",
      ignores: ["profile", "show-secrets", ...serviceOptions],
      example: "svc profiles list",
    }) as const satisfies BuiltinSpec,
  "profiles.use": () =>
    ({
      summary: "Make a profile the one in use",
      arguments: [{ name: "name", help: "profile", required: true, names: "profiles" }],
      ignores: ["profile", ...serviceOptions, ...rowOptions],
      example: "svc profiles use lab",
    }) as const satisfies BuiltinSpec,
  "profiles.show": () =>
    ({
      summary: "Show a profile without its key",
      arguments: [{ name: "name", help: "profile; the one in use when omitted", names: "profiles" }],
      ignores: ["show-secrets", ...serviceOptions],
      example: "svc profiles show lab",
    }) as const satisfies BuiltinSpec,
  "profiles.current": () =>
    ({
      summary: "Print the name of the profile in use",
      ignores: ["show-secrets", ...serviceOptions],
      example: "svc profiles current",
    }) as const satisfies BuiltinSpec,
  "profiles.env": () =>
    ({
      summary: "Print a profile as shell variables, including its key",
      arguments: [{ name: "name", help: "profile; the one in use when omitted", names: "profiles" }],
      notes: [
        'For a shell: eval "$(svc profiles env lab)". The curl commands of --curl read SVC_API_KEY.',
        "On a terminal the key is shown only with --show-secrets.",
      ],
      ignores: ["columns", "sort", "no-header", ...serviceOptions],
      example: "svc profiles env lab",
    }) as const satisfies BuiltinSpec,
  "profiles.rename": () =>
    ({
      summary: "Rename a profile",
      arguments: [
        { name: "name", help: "profile", required: true, names: "profiles" },
        { name: "new-name", help: "new name", required: true },
      ],
      ignores: ["profile", ...serviceOptions, ...rowOptions],
      example: "svc profiles rename lab lab-old",
    }) as const satisfies BuiltinSpec,
  "profiles.remove": () =>
    ({
      summary: "Remove a stored profile",
      arguments: [{ name: "name", help: "profile", required: true, names: "profiles" }],
      ignores: ["profile", ...serviceOptions, ...rowOptions],
      example: "svc profiles remove lab",
    }) as const satisfies BuiltinSpec,
  "profiles.set": () =>
    ({
      summary: "Change settings of a profile",
      arguments: [
        { name: "name", help: "profile", required: true, names: "profiles" },
        {
          name: "setting=value",
          help: "setting; an empty value returns to the default",
          required: true,
          variadic: true,
          suggestions: Object.keys(profileSettings).map((name) => `${name}=`),
        },
      ],
      notes: [
        `Settings: ${Object.keys(profileSettings).join(", ")}.`,
        "clock-offset is added to this computer's time, in seconds or as a duration: -90, 1h.",
      ],
      ignores: ["profile", "show-secrets", ...serviceOptions],
      example: "svc profiles set lab output=json",
    }) as const satisfies BuiltinSpec,
};

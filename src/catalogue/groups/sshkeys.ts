import { integerId, text } from "../field.ts";
import type { GroupDefinition } from "../operation.ts";
import { nameOperations, resource } from "../resource.ts";

const all = resource("/account/prefs/sshkeys/");
const one = resource("/account/prefs/sshkeys/{id}/", [integerId("id", "id of the SSH key")]);

export const group = {
  columns: [
    { header: "ID", path: "id", rank: "key" },
    { header: "SOURCE", path: "keysource" },
    { header: "KEY", path: "key" },
  ],
  kind: { key: ["key"], comparisons: { key: "sshKey" } },
  operations: nameOperations({
    "ssh-keys.list": all.list("anyone", "List your SSH keys"),
    "ssh-keys.create": all.create("anyone", "Add an SSH key of your own", {
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
    "ssh-keys.import": all.post("anyone", "Import the SSH keys of a user of a code-hosting service", {
      fields: [
        text("keysource", "source, lp or gh, and the user's login there", {
          required: true,
          alsoPositional: true,
          form: "<source>:<user>",
          pattern: "(?:lp|gh):.+",
        }),
      ],
      example: { keysource: "gh:octo" },
    }),
    "ssh-key.delete": one.remove("anyone", "Delete one of your SSH keys", { success: 204 }),
    "ssh-key.read": one.read("anyone", "Show an SSH key"),
  }),
} as const satisfies GroupDefinition;

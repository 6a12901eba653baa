interface SandboxLimit {
  readonly about: string;
  readonly text: string;
  /** The beginnings of API paths that only live services have. */
  readonly paths?: readonly string[];
}

/** Ids, up to the dot, of operations that the sandbox does not simulate. They need no handler. */
const notSimulated = [] as const satisfies readonly string[];
export type NotSimulated = `${(typeof notSimulated)[number]}.${string}`;

export const sandboxLimits: readonly SandboxLimit[] = [
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

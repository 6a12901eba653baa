interface SandboxLimit {
  readonly about: string;
  readonly says: string;
  /** Beginnings of the API paths below which operations of deployed services are missing. */
  readonly paths?: readonly string[];
}

/**
 * Operations of the catalogue without a simulation, by the beginning of their ids, up to the dot: no handler is
 * demanded of them, and `sandboxLimits` says so to users.
 */
const notSimulated = [] as const satisfies readonly string[];
export type NotSimulated = `${(typeof notSimulated)[number]}.${string}`;

/** What deployed services do and the sandbox does not. */
export const sandboxLimits: readonly SandboxLimit[] = [
  {
    about: "vm-hosts and vm-clusters",
    says: "VM hosts are all of one size, and there are no clusters",
  },
  {
    about: "content of scripts",
    says: "not run: their output is made up, apart from plain lines of echo; results are not archived as tar.xz",
  },
  {
    about: "definition of tags",
    says: "refused with 400: XPath definitions are not evaluated; tags/{name}/ with update_nodes gives a tag to nodes",
  },
  {
    about: "JSON as the body of a request",
    says: "refused with 415: deployed services read it for a few operations and ignore it for all others",
  },
  {
    about: "multipart forms with errors",
    says:
      "refused with 400: a part without a name, with another disposition than form-data, with a header twice or " +
      "with bad base64, and a missing last boundary; deployed services read what they can, and keep quoted-printable as it is",
  },
];

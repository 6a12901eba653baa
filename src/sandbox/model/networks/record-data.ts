import { isDnsName, isLabel } from "./domains.ts";

/** The types that a DNS record may have. */
export const recordTypes = ["CNAME", "MX", "NS", "SRV", "SSHFP", "TXT"] as const;
type RecordType = (typeof recordTypes)[number];

export const isRecordType = (text: string): text is RecordType =>
  (recordTypes as readonly string[]).includes(text);

const isUint16 = (text: string | undefined) => /^\d{1,5}$/.test(text ?? "") && Number(text) <= 65_535;
const isTarget = (text: string | undefined) => text === "." || isDnsName(text ?? "");

const faults: Readonly<Record<RecordType, (data: string, words: readonly string[]) => string | undefined>> = {
  CNAME: (data) => (isDnsName(data) ? undefined : "Invalid CNAME: should be a host name."),
  NS: (data) => (isDnsName(data) ? undefined : "Invalid NS: should be a host name."),
  MX: (_data, [preference, host, ...rest]) =>
    isUint16(preference) && isTarget(host) && rest.length === 0
      ? undefined
      : "Invalid MX: should be '<preference> <server>', the preference between 0 and 65535.",
  SRV: (_data, [priority, weight, port, target, ...rest]) =>
    isUint16(priority) && isUint16(weight) && isUint16(port) && isTarget(target) && rest.length === 0
      ? undefined
      : "Invalid SRV: should be '<priority> <weight> <port> <target>', the numbers between 0 and 65535.",
  SSHFP: (_data, [algorithm, type, fingerprint, ...rest]) =>
    /^[0-4]$/.test(algorithm ?? "") &&
    /^[0-2]$/.test(type ?? "") &&
    /^([0-9a-f]{2})+$/i.test(fingerprint ?? "") &&
    rest.length === 0
      ? undefined
      : "Invalid SSHFP: should be '<algorithm> <type> <fingerprint>', the fingerprint hexadecimal.",
  TXT: (data) => (data.length <= 65_535 ? undefined : "Invalid TXT: too long."),
};

/** Why the data do not suit the type; undefined where they do. */
export const dataFault = (type: RecordType, data: string): string | undefined =>
  faults[type](data, data.split(/\s+/));

/**
 * Whether a text can be the name of a DNS resource: labels, `@` for the domain itself, `*` as
 * the first label.
 */
export const isResourceName = (name: string): boolean =>
  name === "@" ||
  name === "*" ||
  name
    .replace(/^\*\./, "")
    .split(".")
    .every((label) => isLabel(label));

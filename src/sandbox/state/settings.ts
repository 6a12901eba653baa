import { emptyTable, type SimulatedTime, type Table } from "./table.ts";

export const emptySettings = () => ({
  config: {} as Record<string, ConfigValue>,
  files: [] as StoredFile[],
  sshKeys: emptyTable<SshKey>(),
  sslKeys: emptyTable<SslKey>(),
  licenseKeys: [] as LicenseKey[],
  scripts: [] as Script[],
  /** Scripts and their revisions share these ids. */
  nextScriptId: 71,
  /** True if `scripts` contains the built-in scripts, as in a sandbox copied from a site. */
  hasOwnBuiltins: false,
  repositories: seedRepositories(),
  notifications: emptyTable<Notification>(),
  results: { nextId: 1, firstIds: {} } as ResultIds,
});

export type Settings = ReturnType<typeof emptySettings>;

export type ConfigValue = string | number | boolean | null;

export interface StoredFile {
  readonly owner: string;
  readonly filename: string;
  readonly key: string;
  /** Base64. */
  content: string;
}

export interface LicenseKey {
  readonly osystem: string;
  readonly distroSeries: string;
  licenseKey: string;
}

/** Only ids are stored: results can be derived from the node, and a large fleet has a hundred thousand of them. */
export interface ResultIds {
  nextId: number;
  /** First id of the built-in scripts' results, by system id. Assigned when results are first listed. */
  readonly firstIds: Record<string, number>;
  /** Ids of the other scripts' results, by `<system id> <script name>`. */
  otherIds?: Record<string, number>;
}

export const repositoryDefaults = () => ({
  name: "",
  url: "",
  distributions: [] as string[],
  disabledPockets: [] as string[],
  disabledComponents: [] as string[],
  disableSources: false,
  components: [] as string[],
  arches: ["amd64", "i386"],
  key: "",
  enabled: true,
  isDefault: false,
});

export interface PackageRepository extends ReturnType<typeof repositoryDefaults> {
  readonly id: number;
}

function seedRepositories(): Table<PackageRepository> {
  const repository = (id: number, name: string, url: string, arches: string[]): PackageRepository => ({
    ...repositoryDefaults(),
    ...{ id, name, url, arches, disableSources: true, isDefault: true },
  });
  const portsArchitectures = ["armhf", "arm64", "ppc64el", "s390x"];
  return {
    nextId: 3,
    rows: {
      1: repository(1, "main_archive", "http://archive.ubuntu.com/ubuntu", ["amd64", "i386"]),
      2: repository(2, "ports_archive", "http://ports.ubuntu.com/ubuntu-ports", portsArchitectures),
    },
  };
}

/** Scripts with `default` are built in. */
export interface Script extends ScriptFields {
  readonly id: number;
  readonly default?: true;
  /** Newest first; never empty. */
  revisions: ScriptRevision[];
}

interface ScriptRevision {
  readonly id: number;
  readonly comment: string | null;
  readonly created: SimulatedTime;
  /** Base64. */
  readonly content: string;
}

export type ScriptFields = ReturnType<typeof newScriptFields>;

export const scriptTypes = { commissioning: 0, testing: 2, release: 3 } as const;
export const hardwareTypes = ["node", "cpu", "memory", "storage", "network", "gpu"] as const;

/** Clients send the number or the name of a hardware type. */
export const matchesHardware = (text: string, type: number): boolean =>
  text === String(type) || text === hardwareTypes[type];

const emptyMapping: Readonly<Record<string, unknown>> = {};

export const newScriptFields = (name: string, type: number) => ({
  name,
  title: "",
  description: "",
  tags: ["node"],
  type,
  hardwareType: 0,
  parallel: 0,
  timeoutSeconds: 0,
  destructive: false,
  forHardware: [] as string[],
  mayReboot: false,
  recommission: false,
  applyConfiguredNetworking: false,
  parameters: emptyMapping,
  packages: emptyMapping,
  results: emptyMapping,
});

export const contentOf = ({ revisions }: Script): string => revisions[0]?.content ?? "";

/** State files of earlier versions have only the name and the content of a script. */
export function upgradeScripts(settings: Settings): void {
  settings.scripts.forEach((script, index) => {
    if (script.revisions !== undefined) return;
    const { name, content } = script as unknown as { name: string; content: string };
    const id = settings.nextScriptId++;
    const revisions = [{ id, comment: null, created: 0, content }];
    settings.scripts[index] = { ...newScriptFields(name, scriptTypes.commissioning), id, revisions };
  });
}

export const notificationDefaults = () => ({
  message: "",
  ident: null as string | null,
  category: "info",
  context: {} as Readonly<Record<string, unknown>>,
  /** The only user who sees the notification. If null, `admins` and `users` decide. */
  username: null as string | null,
  admins: false,
  users: false,
  dismissable: true,
  dismissedBy: [] as string[],
});

export interface Notification extends ReturnType<typeof notificationDefaults> {
  readonly id: number;
}

export interface SslKey {
  readonly id: number;
  readonly owner: string;
  readonly key: string;
}

export interface SshKey extends SslKey {
  /** `<source>:<user>` if the key was imported. */
  readonly keysource: string | null;
}

export interface LiveState {
  readonly machines: LiveMachine[];
  readonly devices: LiveDevice[];
  readonly files: Map<string, Buffer>;
  readonly sources: { id: number; url: string; keyring: Buffer; keyring_filename: string }[];
  readonly bcaches: { id: number; name: string; cache_mode: string }[];
  readonly domains: { id: number; name: string; authoritative: boolean; forward_dns_servers: string[] }[];
  readonly mounts: { mount_point: string; mount_options: string | null }[];
}

export interface LiveMachine {
  system_id: string;
  hostname: string;
  status: number;
  status_name: string;
  owner: string | null;
  zone: string;
  pool: string;
  locked: boolean;
  power_state: string;
  status_message: string;
  owner_data: Record<string, string>;
}

interface LiveDevice {
  system_id: string;
  hostname: string;
  description: string;
  parent: string | null;
}

const machine = (system_id: string, hostname: string, changes: Partial<LiveMachine> = {}): LiveMachine => ({
  system_id,
  hostname,
  status: 4,
  status_name: "Ready",
  owner: null,
  zone: "north",
  pool: "default",
  locked: false,
  power_state: "off",
  status_message: "Released",
  owner_data: {},
  ...changes,
});

/** The key's owner is amy; she has one allocated machine. */
export const liveState = (): LiveState => ({
  machines: [
    machine("aaa111", "web-01"),
    machine("bbb222", "web-02", { status: 10, status_name: "Allocated", owner: "amy", zone: "south" }),
    machine("ccc333", "db-01", { status: 6, status_name: "Deployed", owner: "bob", pool: "data" }),
    machine("ddd444", "old-01", { status: 8, status_name: "Broken", owner: "bob" }),
    machine("eee555", "test-01", { status: 22, status_name: "Failed testing" }),
  ],
  devices: [
    { system_id: "fff666", hostname: "printer-01", description: "", parent: "aaa111" },
    { system_id: "ggg777", hostname: "camera-01", description: "", parent: null },
  ],
  files: new Map(),
  sources: [{ id: 1, url: "http://images.example/", keyring: Buffer.from("old"), keyring_filename: "" }],
  bcaches: [{ id: 1, name: "bcache0", cache_mode: "writeback" }],
  domains: [{ id: 0, name: "lab", authoritative: true, forward_dns_servers: [] }],
  mounts: [],
});

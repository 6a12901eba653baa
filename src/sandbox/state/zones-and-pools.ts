export interface ZoneOrPool {
  readonly id: number;
  name: string;
  description: string;
}

export type VmHost = typeof newVmHost & { readonly id: number; name: string; tags: string[] };

export const defaultZoneId = 1;
export const defaultPoolId = 0;

export const newVmHost = {
  type: "virsh",
  /** System id of the node that is the VM host. */
  host: null as string | null,
  address: "qemu+ssh://ops@10.20.0.2/system",
  password: "",
  project: "",
  zoneId: defaultZoneId,
  poolId: defaultPoolId,
  cpuRatio: 1,
  memoryRatio: 1,
  macvlanMode: "",
};

export const seedPlaces = () => ({
  zones: [
    { id: 1, name: "default", description: "" },
    { id: 2, name: "north", description: "North hall" },
    { id: 3, name: "south", description: "South hall" },
  ],
  pools: [
    { id: 0, name: "default", description: "Default pool" },
    { id: 1, name: "build", description: "Build farm" },
    { id: 2, name: "web", description: "Web front ends" },
  ],
  pods: [{ ...newVmHost, id: 1, name: "vmhost-1", tags: [] }] as VmHost[],
  lastZoneId: 3,
  lastPoolId: 2,
  lastPodId: 1,
});

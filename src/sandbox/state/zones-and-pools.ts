export interface ZoneOrPool {
  readonly id: number;
  name: string;
  description: string;
}

export interface VmHost {
  readonly id: number;
  name: string;
  type: string;
  /** System id of the node that is the VM host. */
  host: string | null;
  address: string;
  password: string;
  project: string;
  tags: string[];
  zoneId: number;
  poolId: number;
  cpuRatio: number;
  memoryRatio: number;
  macvlanMode: string;
}

export interface Places {
  readonly zones: ZoneOrPool[];
  readonly pools: ZoneOrPool[];
  readonly pods: VmHost[];
  lastZoneId: number;
  lastPoolId: number;
  lastPodId: number;
}

export const defaultZoneId = 1;
export const defaultPoolId = 0;

export const newVmHost: Omit<VmHost, "id" | "name" | "tags"> = {
  type: "virsh",
  host: null,
  address: "qemu+ssh://ops@10.20.0.2/system",
  password: "",
  project: "",
  zoneId: defaultZoneId,
  poolId: defaultPoolId,
  cpuRatio: 1,
  memoryRatio: 1,
  macvlanMode: "",
};

export const seedPlaces = (): Places => ({
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
  pods: [{ ...newVmHost, id: 1, name: "vmhost-1", tags: [] }],
  lastZoneId: 3,
  lastPoolId: 2,
  lastPodId: 1,
});

export interface ZoneOrPool {
  readonly id: number;
  name: string;
  description: string;
}

/** A host of composed virtual machines. */
interface Pod {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  host: string | null;
}

export interface Places {
  readonly zones: ZoneOrPool[];
  readonly pools: ZoneOrPool[];
  readonly pods: Pod[];
  lastZoneId: number;
  lastPoolId: number;
}

/** The first zone and pool are the defaults. */
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
  pods: [{ id: 1, name: "vmhost-1", type: "virsh", host: null }],
  lastZoneId: 3,
  lastPoolId: 2,
});

export const defaultZoneId = 1;
export const defaultPoolId = 0;

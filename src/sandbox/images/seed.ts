import type { World } from "../world.ts";
import { addSynced } from "./resources.ts";
import { addSelection, addSource } from "./sources.ts";

/** The images of a new service: one boot source, what it selects, and the images imported from it. */
export function seedImages(world: World): void {
  const source = addSource(world, {
    url: "http://images.example/ephemeral-v3/stable/",
    keyringFilename: "/usr/share/keyrings/cloudimage-keyring.gpg",
    keyringData: "",
  });
  const releases = [
    { release: "focal", arches: ["amd64"] },
    { release: "jammy", arches: ["amd64", "arm64"] },
    { release: "noble", arches: ["amd64"] },
  ];
  for (const { release, arches } of releases) {
    addSelection(world, source, { os: "ubuntu", release, arches, subarches: ["*"], labels: ["*"] });
    for (const family of arches) addSynced(world, "ubuntu", release, family);
  }
}

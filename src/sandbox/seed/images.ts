import { addSynced } from "../model/images/resources.ts";
import { addSelection, addSource } from "../model/images/sources.ts";
import type { World } from "../state/world.ts";

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

import type { World } from "../../state/world.ts";
import { hasImage } from "../images/resources.ts";
import { configValue } from "../settings/config.ts";

/** An operating system release that can be deployed. */
export interface OsRelease {
  readonly osystem: string;
  readonly series: string;
  readonly version: string;
  readonly kernel: string;
}

const ubuntu = (series: string, version: string): OsRelease => ({
  osystem: "ubuntu",
  series,
  version,
  kernel: `ga-${version}`,
});

/** Releases that go by a version too; which of them can be deployed, the images say. */
const versioned: readonly OsRelease[] = [
  ubuntu("bionic", "18.04"),
  ubuntu("focal", "20.04"),
  ubuntu("jammy", "22.04"),
  ubuntu("noble", "24.04"),
];

/** Images that people uploaded are deployed as `custom/<name>`, or by their names alone. */
const uploaded = (world: World): OsRelease[] =>
  Object.values(world.state.images.resources.rows)
    .filter((resource) => !resource.name.startsWith("ubuntu/"))
    .map((resource) => {
      const [osystem, series] = resource.name.includes("/")
        ? resource.name.split("/")
        : ["custom", resource.name];
      return { osystem: osystem ?? "custom", series: series ?? "", version: series ?? "", kernel: "" };
    });

/**
 * The release of `<os>/<series>`, `<series>`, `<os>/<version>` or `<version>`; the configured default for an
 * empty text, undefined for one that is not offered.
 */
export function findOsRelease(world: World, text: string): OsRelease | undefined {
  const wanted =
    text === ""
      ? `${configValue(world, "default_osystem")}/${configValue(world, "default_distro_series")}`
      : text;
  const [last = "", osystem] = wanted.split("/").reverse();
  return [...versioned, ...uploaded(world)].find(
    (each) =>
      (osystem === undefined || each.osystem === osystem) &&
      (each.series === last || each.version === last) &&
      hasImage(world, each.osystem, each.series),
  );
}

import { expect, test } from "vitest";
import { binaryUnits, decimalUnits, formatSize } from "../../../../src/core/text/size.ts";
import { createRandom } from "../../random.ts";

test.each([
  [0, "0 B", "0 B"],
  [999, "999 B", "999 B"],
  [1000, "1 kB", "1000 B"],
  [1023, "1 kB", "1023 B"],
  [1024, "1 kB", "1 KiB"],
  [1536, "1.5 kB", "1.5 KiB"],
  [999_949, "999.9 kB", "976.5 KiB"],
  [999_950, "1 MB", "976.5 KiB"],
  [1_048_524, "1 MB", "1023.9 KiB"],
  [1_048_525, "1 MB", "1 MiB"],
  [2 ** 40, "1.1 TB", "1 TiB"],
  [5e18, "5000 PB", "4440.9 PiB"],
  [-1536, "-1.5 kB", "-1.5 KiB"],
])("%d bytes are %s or %s", (bytes, decimal, binary) => {
  expect([formatSize(bytes, decimalUnits), formatSize(bytes, binaryUnits)]).toEqual([decimal, binary]);
});

test("a fixed size keeps its decimal, except for bytes", () => {
  const fixed = (bytes: number) => formatSize(bytes, binaryUnits, { isFixed: true });
  expect([512, 2048, 2 ** 20].map(fixed)).toEqual(["512 B", "2.0 KiB", "1.0 MiB"]);
});

test.each([
  ["decimal", decimalUnits, 1000],
  ["binary", binaryUnits, 1024],
] as const)(
  "a size in %s units is within a twentieth of its unit, and below the next one",
  (_, units, step) => {
    const random = createRandom(step);
    for (let count = 0; count < 500; count += 1) {
      const bytes = random.below(step ** (1 + random.below(5)));
      const [number = "", unit] = formatSize(bytes, units).split(" ");
      const size = step ** units.map(String).indexOf(unit ?? "");
      expect(Number(number)).toBeLessThan(step);
      expect(Math.abs(Number(number) * size - bytes)).toBeLessThanOrEqual(0.05 * size + 1e-6 * bytes);
    }
  },
);

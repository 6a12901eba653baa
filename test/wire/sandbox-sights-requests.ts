import type { AnswerDifferenceId } from "../../src/catalogue/commands/answer-differences.ts";
import type { Sight } from "./sandbox-sights.ts";

/** Seconds that a timestamp is off the service's clock. */
const offsets = [-86_400, -301, -300, 300, 301, 86_400, 1e9];

/** How requests are addressed and signed. */
export const requestSights = {
  "future-timestamp": {
    async see(fixture) {
      const key = fixture.keys.admin;
      const ask = async (seconds: number, signature: "PLAINTEXT" | "HMAC-SHA1") => {
        const nowMs = fixture.nowMs() + seconds * 1000;
        return (await fixture.ask({ method: "GET", path: "/api/2.0/zones/", key, signature, nowMs })).status;
      };
      return await Promise.all(
        offsets.flatMap((seconds) => [ask(seconds, "PLAINTEXT"), ask(seconds, "HMAC-SHA1")]),
      );
    },
    documented: [401, 401, 401, 401, 200, 200, 200, 200, 401, 401, 401, 401, 401, 401],
    deployed: [401, 401, 401, 401, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200],
  },
  "partition-operations": {
    async see(fixture) {
      const id = await fixture.machine("ready");
      const { boot_disk: disk } = await fixture.callOk("GET", `/machines/${id}/`);
      const path = `/nodes/${id}/blockdevices/${disk.id}/partition/${disk.partitions[0].id}`;
      const seen = [];
      for (const op of ["add_tag", "remove_tag"])
        for (const address of [`${path}op-${op}`, `${path}/op-${op}`, `${path}?op=${op}`, path]) {
          const named = address === path ? { op } : {};
          const { status, text } = await fixture.call("POST", address, { tag: "fast", ...named });
          seen.push([status, text.startsWith("Unrecognised signature: method=POST op=None")]);
        }
      return seen;
    },
    documented: Array(8).fill([200, false]),
    deployed: [0, 1].flatMap(() => [
      [400, true],
      [404, false],
      [200, false],
      [200, false],
    ]),
  },
} satisfies Partial<Record<AnswerDifferenceId, Sight>>;
